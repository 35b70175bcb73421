// The mechanics that the client has a face for, in the order in which they stand at the table.
import "./harbors.js";
import "./fleet.js";
import "./passengers.js";
import "./shares.js";
import "./tokens.js";
import "./technologies.js";
import "./bundles.js";
import "./pair_claims.js";
import "./ferries.js";

export * from "./faces.js";
