// Fetching what Python needs. The largest file is kept compressed, and is unpacked here: not every server of files
// compresses.

/**
 * @param {string} address
 * @returns {Promise<ArrayBuffer>}
 */
export async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be fetched: ${answer.status}`);
  return answer.arrayBuffer();
}

/**
 * From now on, whoever fetches one of some files gets it unpacked from the compressed one beside it.
 * @param {any} where  whose `fetch` it is
 * @param {string} folder
 * @param {Record<string, {file: string, kind: string, bytes: number}>} packed  by the name that is asked for
 * @param {(share: number) => void} told  how much of them is there
 */
export function unpacking(where, folder, packed, told) {
  const plain = where.fetch.bind(where);
  const all = Object.values(packed).reduce((sum, { bytes }) => sum + bytes, 0);
  let come = 0;
  where.fetch = async (/** @type {any} */ what, /** @type {any} */ how) => {
    const found = packed[String(what?.url ?? what).replace(folder, "")];
    if (!found) return plain(what, how);
    const answer = await plain(folder + found.file);
    if (!answer.ok) return answer;
    const counting = new TransformStream({
      transform(chunk, to) {
        come += chunk.byteLength;
        told(come / all);
        to.enqueue(chunk);
      },
    });
    const body = answer.body.pipeThrough(counting).pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "content-type": found.kind } });
  };
}
