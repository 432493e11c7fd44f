declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; vhostBuckets: boolean; configureBuckets: { name: string }[] });
    logger: { exceptions: { unhandle(): void }; close(): void };
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
