// What a browser keeps of its tables (IndexedDB): a text for each, and what belongs to it by a key, in order.

const NAME = `branchline ${new URL("../../", import.meta.url).pathname}`; // other folders here may be sites

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} change */
function kept(change) {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve(undefined);
    change.onabort = () => reject(change.error); // also after an error, and if there is no room: then with its reason
  });
}

/** The functions that the Python side calls: see `branchline.tab.store.Disk`. */
export async function openDisk() {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("tables");
    opening.result.createObjectStore("parts");
  };
  const disk = await done(opening);
  const all = (/** @type {string} */ table) => IDBKeyRange.bound([table], [table, []]);
  /** @param {string} store */
  const reading = (store) => disk.transaction(store).objectStore(store);
  const changing = () => disk.transaction(["tables", "parts"], "readwrite", { durability: "strict" });
  return {
    tables: async () => JSON.stringify(await done(reading("tables").getAll())),
    parts: async (/** @type {string} */ table) => JSON.stringify(await done(reading("parts").getAll(all(table)))),
    /**
     * @param {string} table
     * @param {string} text  empty: the one that is there stays
     * @param {string} parts  texts by their keys, as JSON
     */
    keep(table, text, parts) {
      const change = changing();
      if (text) change.objectStore("tables").put(text, table);
      for (const [key, part] of Object.entries(JSON.parse(parts))) change.objectStore("parts").add(part, [table, key]);
      return kept(change);
    },
    /** @param {string} table */
    drop(table) {
      const change = changing();
      change.objectStore("tables").delete(table);
      change.objectStore("parts").delete(all(table));
      return kept(change);
    },
  };
}
