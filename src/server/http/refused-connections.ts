import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorReply } from '#contract/shared/errors.ts';

/** Not in Node's types: why its parser failed, and the response that a connection is sending. */
type ParserFault = Error & { code?: string };
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/** Connections whose requests that arrived are answered before they are ended. */
const ending = new WeakSet<Socket>();

export const TOO_LONG: ErrorReply = { message: 'Your request took too long to arrive. Check your connection and send it again.', code: 'malformed' };
const TOO_LARGE: ErrorReply = { message: 'This request’s headers are too large. In a browser, delete this site’s cookies and try again.', code: 'malformed' };
const UNREADABLE: ErrorReply = { message: 'This request can’t be read.', code: 'malformed' };

/** Writes an error as the connection's last reply, and closes it. */
export function endWithReply(socket: Socket, status: number, reply: ErrorReply, headers: string[] = []): void {
  const text = JSON.stringify(reply);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'content-type: application/json', ...headers];
  socket.end(`${[...head, `content-length: ${Buffer.byteLength(text)}`, 'connection: close'].join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}

/**
 * Ends a connection whose request can't be read or didn't arrive in time. Browsers open connections in advance: one that was never used is closed without
 * a word, because they would take a reply for that to the request they are just sending. Requests that arrived before still get their replies.
 */
export function refuseConnection(fault: ParserFault, socket: Connection, refused: (code: string) => void): void {
  const { code = '' } = fault;
  const response = socket._httpMessage;
  const isOpenEnded = response?.headersSent && !response.writableEnded;
  if (socket.writable && response?.req.complete && !isOpenEnded) {
    // Each further piece that can't be read is another fault.
    if (ending.has(socket)) return;
    ending.add(socket);
    response.once('close', () => {
      ending.delete(socket);
      refuseConnection(fault, socket, refused);
    });
    return;
  }
  if (!socket.writable || (code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0)) {
    socket.destroy();
    return;
  }
  refused('malformed');
  if (response?.headersSent) socket.destroy();
  else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') endWithReply(socket, 408, TOO_LONG);
  else if (code === 'HPE_HEADER_OVERFLOW') endWithReply(socket, 431, TOO_LARGE);
  else endWithReply(socket, 400, UNREADABLE);
}
