// Tunnels in the browser: giving one up is no answer like the others, and asks once more. All else that the table shows
// of tunnels, it takes from the words of the server.
import { addFace } from "/static/mechanics/faces.js";

addFace("tunnels", {
  answers: {
    pay_more: { why: "What was turned up has made the tunnel dearer" },
    give_up_tunnel: { givesUp: () => true },
  },
});
