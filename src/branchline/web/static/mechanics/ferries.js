// Ferries: routes that take locomotives.
import { addFace } from "./faces.js";

addFace("ferries", { routes: { ferry: { noun: "ferry car" } } });
