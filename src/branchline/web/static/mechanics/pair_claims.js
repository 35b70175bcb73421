// Routes that are built in pairs of cards.
import { addFace } from "./faces.js";

addFace("pair_claims", { routes: { pair: { noun: "pair" } } });
