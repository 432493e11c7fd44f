import { get, request } from 'node:http';
import type { Participant } from './world.ts';

type Listening = { onChanged(conversationId: string): void; onEnd(): void; signal: AbortSignal };

const DATA = /^data: (.*)$/mu;

/** Opens a person's event stream, from their own network address, and resolves at its first event. It stays open until `signal` ends it. */
export function openStream(url: string, person: Participant, { onChanged, onEnd, signal }: Listening): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { ...optionsOf(person), signal };
    options.headers.accept = 'text/event-stream';
    const opening = get(`${url}/api/conversations/events`, options, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream was answered with ${response.statusCode}`));
      let unread = '';
      response.setEncoding('utf8');
      response.on('error', () => {});
      response.on('close', onEnd);
      response.on('data', (piece: string) => {
        const events = (unread + piece).split('\n\n');
        unread = events.pop() ?? '';
        for (const data of events.flatMap((event) => DATA.exec(event)?.[1] ?? [])) {
          resolve();
          const { _id } = JSON.parse(data) as { _id?: string };
          if (_id !== undefined) onChanged(_id);
        }
      });
    });
    opening.on('error', reject);
  });
}

/** Makes a call as a person, from their own network address. Throws unless it succeeds. */
export function callAs(url: string, person: Participant, [method, path, body]: [method: 'GET' | 'POST', path: string, body?: object]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = body && JSON.stringify(body);
    const options = { ...optionsOf(person), method };
    if (sent !== undefined) Object.assign(options.headers, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) });
    const asking = request(`${url}/api${path}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(text));
        else reject(new Error(`${method} ${path} was answered with ${response.statusCode}: ${text}`));
      });
    });
    asking.on('error', reject);
    asking.end(sent);
  });
}

const optionsOf = ({ token, address }: Participant) => ({
  agent: false as const,
  localAddress: address,
  headers: { authorization: `Bearer ${token}` } as Record<string, string | number>,
});
