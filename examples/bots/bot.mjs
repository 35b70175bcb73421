// A bot in JavaScript, for Node: branchline arena "exec(node examples/bots/bot.mjs)" greedy
// It claims the longest route that it can, and otherwise takes what it can get.

import { createInterface } from "node:readline";

const lengths = new Map();

function worth(words) {
  if (words.startsWith("claim ")) {
    for (const [name, length] of lengths) if (words.startsWith(`claim ${name} `)) return 10 * length;
    return 10;
  }
  return /^(take|draw)/.test(words) && !words.includes("ticket") ? 5 : 0;
}

function answerTo(message) {
  switch (message.type) {
    case "hello":
      return { type: "hello", protocol: 1, name: "longest, in JavaScript", observation: "none" };
    case "game":
      for (const route of message.board.routes) {
        const [a, b] = [route.a, route.b].map((city) => message.board.cities[city].name);
        lengths.set(`${a}-${b}`, route.length);
      }
      return { type: "ready" };
    case "decide": {
      const values = message.words.map(worth);
      const best = values.indexOf(Math.max(...values));
      return { type: "act", id: message.id, action: message.legal[best] };
    }
    default: // "refused", and what a later protocol may say
      return null;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "bye") process.exit(0);
  const answer = answerTo(message);
  if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`);
}
