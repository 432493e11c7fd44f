import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.int(), z.string()]).optional(),
  boolValue: z.boolean().optional(),
  doubleValue: z.number().optional(),
});
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([]);
const Received = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/u),
              spanId: z.string().regex(/^[0-9a-f]{16}$/u),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.int(),
              attributes: Attributes,
              status: z.object({ code: z.int().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  isFailed: boolean;
  service: unknown;
  attributes: Record<string, unknown>;
};

/** Stands in for an OTLP collector over HTTP with JSON: accepts /v1/traces, and refuses everything else. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json') {
      response.writeHead(404).end();
      return;
    }
    const parsed = Received.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
    if (!parsed.success) {
      response.writeHead(400).end();
      return;
    }
    headers.push(request.headers);
    for (const { resource, scopeSpans } of parsed.data.resourceSpans)
      for (const { attributes, status, parentSpanId, ...span } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: parentSpanId || undefined,
          name: span.name,
          isFailed: status.code === 2,
          service: toRecord(resource.attributes)['service.name'],
          attributes: toRecord(attributes),
        });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function toRecord(attributes: z.infer<typeof Attributes>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue)]));
}
