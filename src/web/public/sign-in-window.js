// Tells the shop's other windows, which the browser lets hear it for their origin alone, how a sign-in ended; and closes.
const said = new URLSearchParams(window.location.search);
const channel = new BroadcastChannel('sign-in');
channel.postMessage({ id: said.get('id'), error: said.get('error') });
setTimeout(() => window.close(), 50);
