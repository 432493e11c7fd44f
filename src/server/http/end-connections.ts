import type { FastifyInstance } from 'fastify';

/** Closes connections after their last reply while the server shuts down, instead of keeping them open for another request. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
