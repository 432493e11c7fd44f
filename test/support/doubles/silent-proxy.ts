import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type SilentProxy = {
  port: number;
  /** Drops everything silently, like a pulled cable, until `heal`; new connections then pass again. */
  fallSilent(): void;
  heal(): void;
  close(): Promise<void>;
};

/** Stands in for a failing network: a proxy between a program and a server on this machine. */
export async function startSilentProxy(target: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    // The first silence cuts a connection permanently.
    let isCut = isSilent;
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        isCut ||= isSilent;
        if (!isCut) to.write(chunk);
      });
    pass(near, far);
    pass(far, near);
    near.on('end', () => far.end());
    far.on('end', () => near.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      isSilent = true;
    },
    heal() {
      isSilent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
