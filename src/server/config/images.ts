import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { flag, webAddress } from './fields.ts';

/** Where pictures are stored. */
export type ImagesConfig =
  | { kind: 'disk' }
  | {
      kind: 's3';
      endpoint: string;
      region: string;
      bucket: string;
      accessKeyId: string;
      secretAccessKey: string;
      /** Puts the bucket into the path instead of the host name. */
      pathStyle: boolean;
      /** The public address of the bucket's objects; null: the shop serves them. */
      publicUrl: string | null;
    }
  | { kind: 'imgbb'; key: string; apiUrl: string | null };

export const imageSettings = {
  S3_ENDPOINT: webAddress('S3_ENDPOINT'),
  S3_REGION: oneWord('S3_REGION', 'the bucket’s region, such as eu-central-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/u, 'S3_BUCKET: set the bucket’s name.')
    .optional(),
  S3_ACCESS_KEY_ID: oneWord('S3_ACCESS_KEY_ID', 'the id of the key that may write to the bucket'),
  S3_SECRET_ACCESS_KEY: oneWord('S3_SECRET_ACCESS_KEY', 'the secret of that key'),
  S3_PUBLIC_URL: webAddress('S3_PUBLIC_URL').refine(
    (url) => url === undefined || !/[?#\s;,]/u.test(url),
    'S3_PUBLIC_URL: set an address without a question mark, hash, semicolon, comma or spaces.',
  ),
  S3_PATH_STYLE: flag('S3_PATH_STYLE'),
  IMGBB_KEY: z.string().regex(/^\w+$/u, 'IMGBB_KEY: set the key from api.imgbb.com.').optional(),
  IMGBB_API_URL: webAddress('IMGBB_API_URL'),
  PHOTO_TRUST_LIST: z
    .string()
    .refine((list) => areCertificates(certificatesIn(list)), 'PHOTO_TRUST_LIST: set certificates as PEM, in PHOTO_TRUST_LIST_FILE.')
    .optional(),
};

type Environment = z.output<z.ZodObject<typeof imageSettings>>;

const S3_NAMES = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Errors that involve several picture settings, each naming its variable. */
export function imageFaults(env: Environment): string[] {
  const missing = S3_NAMES.filter((name) => env[name] === undefined);
  const isS3 = missing.length < S3_NAMES.length || env.S3_PUBLIC_URL !== undefined;
  const faults = isS3 ? missing.map((name) => `${name}: a bucket needs ${S3_NAMES.join(', ')}; this one is missing.`) : [];
  if (isS3 && env.IMGBB_KEY !== undefined)
    faults.push('IMGBB_KEY: pictures can only be stored in one place; leave out either this or all settings that begin with S3_.');
  return faults;
}

/** The picture store to use; the disk by default. */
export function imagesOf(env: Environment): ImagesConfig {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (env.IMGBB_KEY !== undefined) return { kind: 'imgbb', key: env.IMGBB_KEY, apiUrl: env.IMGBB_API_URL ?? null };
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return { kind: 'disk' };
  const pathStyle = env.S3_PATH_STYLE ?? true;
  return { kind: 's3', endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle, publicUrl: env.S3_PUBLIC_URL ?? null };
}

/** The authorities whose signers' Content Credentials are believed, each as PEM. */
export const photoTrustOf = (env: Environment): string[] => certificatesIn(env.PHOTO_TRUST_LIST ?? '');

const certificatesIn = (list: string): string[] => list.match(/-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/gu) ?? [];

function areCertificates(written: string[]): boolean {
  try {
    return written.length > 0 && written.every((pem) => new X509Certificate(pem).ca);
  } catch {
    return false;
  }
}

function oneWord(name: string, what: string) {
  return z.string().regex(/^\S+$/u, `${name}: set ${what}, without spaces.`).optional();
}
