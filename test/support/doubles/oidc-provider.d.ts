/** The parts of the package in use; it has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Claims = { sub: string } & Record<string, unknown>;
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
  export type Account = { accountId: string; claims(): Promise<Claims> };
}
