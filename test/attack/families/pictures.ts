import { connect } from 'node:net';
import sharp from 'sharp';
import { PDF, phonePhoto12MP, pictureOf, pngClaiming, SVG, ZIP } from '../../support/pictures.ts';
import { mustSucceed, requestUpload } from '../../support/world/calls.ts';
import { type Family, flood, inTurn, must, mustNotFail, mustRefuse, type Scene, tally } from '../attack.ts';
import type { Reply } from '../client.ts';
import type { Person } from '../people.ts';

const MULTIPART = 'multipart/form-data; boundary=b';

export const pictureAttacks: Family = {
  name: 'Pictures and bodies that cost more than they weigh',
  attacks: [
    {
      name: '600 scans in a JPEG of 40 megapixels, four at once',
      run: async (scene) => {
        const picture = await withScans(600, 7900, 5060);
        const replies = await uploadAtOnce(await crowd(scene, 4), picture);
        for (const reply of replies) mustRefuse(reply, `${picture.length} bytes of 600 scans`);
        return `${Math.round(picture.length / 1000)} KB: ${replies[0]?.text.slice(0, 150)}`;
      },
    },
    {
      name: 'an AVIF of 40 megapixels in few bytes, 30 times',
      run: async (scene) => {
        const picture = await sharp({ create: { width: 7900, height: 5060, channels: 3, background: '#ffffff' } })
          .avif({ effort: 0, quality: 1 })
          .toBuffer();
        const { client } = await scene.person('seller');
        const replies = await flood(scene, { perSecond: 10, seconds: 3 }, () => requestUpload(client, picture, 'a.avif'));
        mustNotFail(replies, 'AVIF files');
        const taken = replies.filter(({ status }) => status === 200).length;
        must(taken <= 15, `${taken} pictures of 40 megapixels were taken within seconds`);
        return `${Math.round(picture.length / 100) / 10} KB each: ${tally(replies)}`;
      },
    },
    {
      name: 'PNG and HEIC headers that claim gigapixels, animations, files that are no pictures',
      run: async (scene) => {
        const { client } = await scene.person('seller');
        const frames = Buffer.concat([await pictureOf('gif', 64, 64), Buffer.alloc(1000)]);
        const animated = await sharp(
          Array.from({ length: 40 }, () => ({ create: { width: 200, height: 200, channels: 3, background: '#123456' } })) as never,
          {
            join: { animated: true },
          } as never,
        )
          .webp({ quality: 1 })
          .toBuffer()
          .catch(() => frames);
        const files = [
          pngClaiming(60_000, 60_000),
          pngClaiming(2_147_483_647, 1),
          pngClaiming(0, 0),
          SVG,
          ZIP,
          PDF,
          Buffer.alloc(0),
          Buffer.alloc(100, 255),
          animated,
        ];
        const replies: Reply[] = [];
        for (const file of files) replies.push(await requestUpload(client, file));
        mustNotFail(replies, 'a file');
        for (const [at, reply] of replies.entries()) if (at < 8) mustRefuse(reply, `file ${at}`);
        return tally(replies);
      },
    },
    {
      name: 'a PNG whose text chunk inflates to a gigabyte',
      run: async (scene) => {
        const { deflateSync, crc32 } = await import('node:zlib');
        const chunk = (type: string, body: Buffer): Buffer => {
          const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
          const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
          length.writeUInt32BE(body.length);
          sum.writeUInt32BE(crc32(named));
          return Buffer.concat([length, named, sum]);
        };
        const bomb = deflateSync(Buffer.alloc(200_000_000), { level: 9 });
        const plain = await pictureOf('png', 64, 64);
        const texts = Array.from({ length: 5 }, (_, number) => chunk('zTXt', Buffer.concat([Buffer.from(`Comment${number}\0\0`, 'latin1'), bomb])));
        const profile = chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), bomb]));
        const { client } = await scene.person('seller');
        const replies = [
          await requestUpload(client, Buffer.concat([plain.subarray(0, 33), ...texts, plain.subarray(33)])),
          await requestUpload(client, Buffer.concat([plain.subarray(0, 33), profile, plain.subarray(33)])),
        ];
        mustNotFail(replies, 'a text chunk');
        must(
          replies.every(({ millis }) => millis < 5000),
          `it took ${Math.max(...replies.map(({ millis }) => Math.round(millis)))} ms`,
        );
        return `${tally(replies)} after ${replies.map(({ millis }) => Math.round(millis)).join(' and ')} ms`;
      },
    },
    {
      name: 'twelve photos of 12 megapixels at once from one account',
      run: async (scene) => {
        const { client } = await scene.person('seller');
        const photo = await phonePhoto12MP();
        const replies = await Promise.all(Array.from({ length: 12 }, () => requestUpload(client, photo)));
        mustNotFail(replies, 'photos');
        return tally(replies);
      },
    },
    {
      name: 'dripping uploads from six accounts, four each',
      run: async (scene) => {
        const people = await crowd(scene, 6);
        const dripping = people.flatMap((person) =>
          Array.from({ length: 4 }, () => drip(scene, person, { path: '/api/images', type: MULTIPART, length: 5_000_000, ms: 6000 })),
        );
        await scene.pause(2000);
        const honest = await scene.person('seller');
        const reply = await requestUpload(honest.client, await pictureOf('jpeg', 800, 600));
        must(reply.status === 200, `meanwhile an honest upload was answered with ${reply.status}: ${reply.text.slice(0, 150)}`);
        const received = await Promise.all(dripping);
        return `24 connections kept for 6 s, ${received.filter((one) => one !== '').length} of them answered; an honest upload took ${Math.round(reply.millis)} ms`;
      },
    },
    {
      name: 'dripping JSON and CSV bodies, and parts of uploads',
      run: async (scene) => {
        const people = await crowd(scene, 4);
        const { body } = mustSucceed(await inTurn(people, 0).client.ask('POST', '/api/imageUploads', { json: { size: 1_000_000 } }), 'beginning an upload');
        const { insertedId } = body as { insertedId: string };
        const ways = [
          { path: '/api/products', type: 'application/json' },
          { path: '/api/auth/sign-in/email', type: 'application/json' },
          { path: '/api/listingImports', type: MULTIPART },
          { path: `/api/imageUploads/${insertedId}?offset=0`, type: 'application/octet-stream' },
        ];
        await Promise.all(people.flatMap((person) => ways.map(({ path, type }) => drip(scene, person, { path, type, length: 500_000, ms: 4000 }))));
        return '16 connections kept for 4 s';
      },
    },
    {
      name: 'a multipart body of ten thousand parts, and one without an end',
      run: async (scene) => {
        const { client } = await scene.person('seller');
        const part = (number: number): string => `--b\r\nContent-Disposition: form-data; name="f${number}"\r\n\r\nx\r\n`;
        const many = Array.from({ length: 10_000 }, (_, number) => part(number)).join('');
        const headers = { 'content-type': MULTIPART };
        const replies = [
          await client.ask('POST', '/api/images', { body: `${many}--b--\r\n`, headers }),
          await client.ask('POST', '/api/images', { body: many, headers }),
        ];
        for (const reply of replies) mustRefuse(reply, 'a strange multipart body');
        return tally(replies);
      },
    },
    {
      name: 'a CSV file of ten megabytes from three accounts at once',
      run: async (scene) => {
        const people = await crowd(scene, 3);
        const header = 'name,brand,model_name,resale_price\n';
        const file = header + 'Samsung,"Sam""sung",Galaxy S21,"1,299.50"\n'.repeat(220_000);
        const replies = await Promise.all(
          people.map(({ client }) => {
            const form = new FormData();
            form.set('file', new Blob([file], { type: 'text/csv' }), 'listings.csv');
            return client.ask('POST', '/api/listingImports', { form });
          }),
        );
        mustNotFail(replies, 'a large file');
        return `${Math.round(file.length / 1e6)} MB each: ${tally(replies)}`;
      },
    },
    {
      name: 'JSON nested 100,000 deep, of 50,000 keys, with __proto__, and in gzip',
      run: async (scene) => {
        const { client, email } = await scene.person('seller');
        const { gzipSync } = await import('node:zlib');
        const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, number) => [`k${number}`, number])));
        const json = { 'content-type': 'application/json' };
        const path = `/api/products?email=${email}`;
        const replies = [
          await client.ask('POST', path, { body: '['.repeat(100_000) + ']'.repeat(100_000), headers: json }),
          await client.ask('POST', path, { body: keys, headers: json }),
          await client.ask('POST', path, { body: '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"role":"admin"}}}', headers: json }),
          await client.ask('POST', path, { body: gzipSync(Buffer.alloc(50_000_000, 32)), headers: { ...json, 'content-encoding': 'gzip' } }),
          await client.ask('PUT', '/api/drafts/0199aaaa-0000-7000-8000-000000000002', { body: keys, headers: json }),
        ];
        for (const reply of replies) mustRefuse(reply, 'a hostile body');
        return tally(replies);
      },
    },
  ],
};

/** A progressive JPEG with its last scan repeated: the decoder goes over all pixels again for each. */
async function withScans(count: number, width: number, height: number): Promise<Buffer> {
  const plain = await sharp({ create: { width, height, channels: 3, background: '#888888' } })
    .jpeg({ progressive: true, quality: 30 })
    .toBuffer();
  const scan = plain.lastIndexOf(Buffer.from([0xff, 0xda]));
  const end = plain.lastIndexOf(Buffer.from([0xff, 0xd9]));
  const repeated = plain.subarray(scan, end);
  return Buffer.concat([plain.subarray(0, end), ...Array.from({ length: count }, () => repeated), plain.subarray(end)]);
}

async function uploadAtOnce(people: readonly Person[], picture: Buffer): Promise<Reply[]> {
  return Promise.all(people.map(({ client }) => requestUpload(client, picture)));
}

async function crowd(scene: Scene, count: number): Promise<Person[]> {
  return Promise.all(Array.from({ length: count }, () => scene.person('seller')));
}

/** Sends a body byte by byte for a while, or until the shop ends the connection. Returns the reply. */
async function drip(scene: Scene, person: Person, { path, type, length, ms }: { path: string; type: string; length: number; ms: number }): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: scene.shop.port, localAddress: person.client.address });
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => {});
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${scene.shop.port}`,
    `Origin: ${scene.shop.url}`,
    `Authorization: Bearer ${person.client.token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    '',
    '',
  ];
  socket.write(head.join('\r\n'));
  socket.write('--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n');
  const end = performance.now() + ms;
  while (performance.now() < end && !socket.destroyed) {
    socket.write('a');
    await scene.pause(200);
  }
  socket.destroy();
  return received.split('\r\n')[0] ?? '';
}
