import type { Send } from './api.ts';

export type Sent = { bytes: number; of: number };
type Watching = { signal: AbortSignal; onProgress: (sent: Sent) => void };

const BODYLESS = [204, 205, 304];

/** Works like `fetch` and reports upload progress, which only XMLHttpRequest can. Rejects when canceled. */
export function createMeasuredSend({ signal, onProgress }: Watching): Send {
  return (path, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const request = new XMLHttpRequest();
      request.open(method, `/api${path}`);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      const abort = (): void => request.abort();
      signal.addEventListener('abort', abort);
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress({ bytes: loaded, of: total });
      };
      request.onload = () => resolve(new Response(BODYLESS.includes(request.status) ? null : request.responseText, { status: request.status }));
      request.onerror = () => reject(new TypeError('The connection failed'));
      request.onabort = () => reject(signal.reason);
      request.onloadend = () => signal.removeEventListener('abort', abort);
      // This client sends forms and text, never a stream, which XMLHttpRequest can't take.
      request.send(body as XMLHttpRequestBodyInit | undefined);
    });
}
