import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Replies to clients that end their side of the connection after their requests; the connection ends with the last reply. */
export function answerHalfClosed(server: Server & { httpAllowHalfOpen?: boolean }): void {
  // Not in Node's types. If it's missing, they get no replies.
  server.httpAllowHalfOpen = true;
}

/** Calls this once, when the reply is over or its client has ended their side: a browser that was closed looks the same until it is written to. */
export function onceLeft({ socket }: IncomingMessage, response: ServerResponse, leave: () => void): void {
  const go = (): void => {
    response.off('close', go);
    socket.off('end', go);
    leave();
  };
  response.once('close', go);
  socket.once('end', go);
  if (response.destroyed || socket.readableEnded) go();
}
