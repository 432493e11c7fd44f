import { createHash } from 'node:crypto';
import type { HttpError } from '../../errors.ts';
import { askRemote, misconfiguredError, type Patience, type RemoteReply, refusedError } from './remote.ts';

export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is part of the path, as most stores expect, not of the host name. */
  pathStyle: boolean;
};

const PATIENCE: Patience = { timeoutMs: 10_000, retries: 2, again: 'always' };

const NEEDS = 'it needs s3:PutObject, s3:GetObject and s3:DeleteObject in S3_BUCKET';
/** What S3's error codes say about the settings. */
const FAULTS: Record<string, string> = {
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID: the store doesn’t know this key.',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY: it doesn’t belong to S3_ACCESS_KEY_ID.',
  NoSuchBucket: 'S3_BUCKET: there is no such bucket at S3_ENDPOINT.',
  InvalidBucketName: 'S3_BUCKET: this isn’t a valid bucket name.',
  PermanentRedirect: 'S3_REGION or S3_ENDPOINT: the bucket is at another address.',
  AuthorizationHeaderMalformed: 'S3_REGION: the bucket is in another region.',
  AccessDenied: `S3_ACCESS_KEY_ID: this key doesn’t have the permissions the shop needs; ${NEEDS}.`,
  RequestTimeTooSkewed: 'This machine’s clock differs too much from the store’s. Correct it.',
};

/** A bucket of any S3-compatible store. Its methods throw a 502 or a 503 when the store fails. */
export type S3Bucket = {
  put(key: string, bytes: Buffer, type: string): Promise<void>;
  /** Null when there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** Succeeds for a missing object too. */
  remove(key: string): Promise<void>;
  /** Returns what is wrong with the settings, by their names; null when nothing is known to be. Throws when the store gives no reply. */
  findFault(): Promise<string | null>;
};

export function createS3Bucket(settings: S3Settings, patience: Partial<Patience> = {}): S3Bucket {
  const { region, accessKeyId, secretAccessKey } = settings;

  const ask = (method: string, key: string, body?: { bytes: Buffer; headers: Record<string, string> }): Promise<RemoteReply> =>
    askRemote(
      async () => {
        // Loaded on demand: a shop without a bucket doesn't need it.
        const { AwsV4Signer } = await import('aws4fetch');
        const hash = createHash('sha256')
          .update(body?.bytes ?? '')
          .digest('hex');
        const headers = { ...body?.headers, 'x-amz-content-sha256': hash };
        const signer = new AwsV4Signer({ method, url: addressOf(settings, key).href, headers, service: 's3', region, accessKeyId, secretAccessKey });
        const signed = await signer.sign();
        return { url: signed.url, init: { method, headers: signed.headers, ...(body && { body: new Uint8Array(body.bytes) }) } };
      },
      { ...PATIENCE, ...patience },
    );

  return {
    async put(key, bytes, type) {
      const reply = await ask('PUT', key, { bytes, headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' } });
      if (reply.status !== 200) throw refusalOf(reply);
    },
    async get(key) {
      const reply = await ask('GET', key);
      if (reply.status === 200) return reply.bytes;
      // Without permission to list the bucket, a missing object is reported as forbidden.
      if (['NoSuchKey', 'AccessDenied'].includes(codeOf(reply))) return null;
      throw refusalOf(reply);
    },
    async remove(key) {
      const reply = await ask('DELETE', key);
      if (reply.status >= 300 && codeOf(reply) !== 'NoSuchKey') throw refusalOf(reply);
    },
    async findFault() {
      const reply = await ask('GET', 'no-such-picture');
      if (reply.status === 200 || ['NoSuchKey', 'AccessDenied'].includes(codeOf(reply))) return null;
      return faultOf(reply) ?? `S3_ENDPOINT, S3_REGION and S3_BUCKET: the store rejects requests made with them (${reply.status} ${codeOf(reply)}).`;
    },
  };
}

function addressOf({ endpoint, bucket, pathStyle }: S3Settings, key: string): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = [url.pathname.replace(/\/$/u, ''), ...(pathStyle ? [bucket] : []), key].join('/');
  return url;
}

function refusalOf(reply: RemoteReply): HttpError {
  const fault = faultOf(reply);
  return fault ? misconfiguredError(fault) : refusedError(`status ${reply.status} ${codeOf(reply)}`.trim());
}

/** What a reply says is wrong with the settings; null when it says nothing about them. */
function faultOf(reply: RemoteReply): string | null {
  const code = codeOf(reply);
  if (FAULTS[code]) return FAULTS[code];
  if (reply.status === 301 || reply.status === 307) return FAULTS.PermanentRedirect ?? null;
  if (reply.status !== 401 && reply.status !== 403) return null;
  return `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: the store rejects them${code && ` (${code})`}.`;
}

const codeOf = ({ bytes }: RemoteReply): string => /<Code>(\w{1,60})<\/Code>/u.exec(bytes.toString('utf8', 0, 4000))?.[1] ?? '';
