import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { type MisbehavingHost, startHost } from './misbehaving-host.ts';

const BUCKET = 'pictures';
/** The only access key that the server accepts. */
const KEY = 'S3RVER';

export type S3Server = MisbehavingHost & {
  /** Settings for a shop to store its pictures here. */
  settings: Record<string, string>;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
};

/** Stands in for S3: a server with one empty bucket, which verifies signatures. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'redial-s3-'));
  const s3 = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  const host = await startHost(s3.callback());
  return {
    ...host,
    settings: { S3_ENDPOINT: host.url, S3_REGION: 'us-east-1', S3_BUCKET: BUCKET, S3_ACCESS_KEY_ID: KEY, S3_SECRET_ACCESS_KEY: KEY },
    async keys() {
      const files = await readdir(join(directory, BUCKET), { recursive: true });
      return files
        .filter((file) => file.endsWith('._S3rver_object'))
        .map((file) => file.replace('._S3rver_object', ''))
        .sort();
    },
    async close() {
      await host.close();
      s3.logger.exceptions.unhandle();
      s3.logger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
