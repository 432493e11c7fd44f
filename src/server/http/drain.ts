import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often connections that wait for another request are closed while the server closes. */
const LOOK_MS = 50;
/** Open requests that take longer are cut off: a client that sends a byte a second must not hold up the rest of the stop. */
const FINISH_MS = 7000;

/**
 * Makes `server.close` end: Node waits for connections that never asked anything, such as those that browsers open in advance, and for those that are
 * kept open after the reply to a request that was open. Returns whether the server is closing.
 */
export function drainOnClose(server: Server, finishMs = FINISH_MS): () => boolean {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let closing = false;
  const close = server.close.bind(server);
  server.close = (done) => {
    if (closing) return close(done);
    closing = true;
    const look = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, LOOK_MS);
    const finish = setTimeout(() => server.closeAllConnections(), finishMs);
    return close((error) => {
      clearInterval(look);
      clearTimeout(finish);
      done?.(error);
    });
  };
  return () => closing;
}
