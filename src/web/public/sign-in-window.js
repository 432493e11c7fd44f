// Reports the result of a sign-in to the shop's other windows, on a channel limited to their origin, and closes.
const said = new URLSearchParams(window.location.search);
const channel = new BroadcastChannel('sign-in');
channel.postMessage({ id: said.get('id'), error: said.get('error') });
setTimeout(() => window.close(), 50);
