import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListingDetail } from '#contract/listings.ts';
import { imageIdOf } from '#contract/shared/image-sizes.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { withCredentials } from '#test/support/photos/signed-photo.ts';
import { AUTHORITY, CAMERA, FORGER } from '#test/support/photos/signers.ts';
import { patchesAtRandom } from '#test/support/pictures.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';
import { countGenerated } from './index.ts';

let shop: TestApp;
let seller: Person;
beforeAll(async () => {
  shop = await createTestApp({ PHOTO_TRUST_LIST: AUTHORITY });
  shop.clock.advance(Date.UTC(2027, 4, 20) - shop.clock.now());
  seller = await createPerson(shop, 'seller');
});
afterAll(() => shop.close());

async function upload(bytes: Buffer): Promise<string> {
  return (await shop.services.images.put(bytes)).address;
}

async function jpegAtRandom(): Promise<Buffer> {
  return sharp(await patchesAtRandom())
    .jpeg()
    .toBuffer();
}

async function jpegOfCamera(): Promise<Buffer> {
  return sharp(await patchesAtRandom())
    .withExif({
      IFD0: { Make: 'Apple', Model: 'iPhone 15', Artist: 'Jane Doe' },
      IFD2: { DateTimeOriginal: '2027:05:03 14:20:11', ExposureTime: '1/125', FNumber: '28/10', ISOSpeedRatings: '400', BodySerialNumber: 'C39XYZ' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .jpeg()
    .toBuffer();
}

test('A listing says of each photo where it comes from, in their order, and of generated ones nothing', async () => {
  const [image = '', ...photos] = await Promise.all([
    upload(await jpegAtRandom()),
    upload(await jpegOfCamera()),
    upload(withCredentials(await jpegAtRandom(), { signer: CAMERA })),
    upload(withCredentials(await jpegAtRandom(), { signer: FORGER })),
    upload(withCredentials(await jpegAtRandom(), { signer: FORGER, source: 'trainedAlgorithmicMedia' })),
  ]);
  const id = await createListing(shop, seller, { image, photos });
  const { photoOrigins } = (await shop.call('GET', `/selectedItem/${id}`)).body as ListingDetail;
  expect(photoOrigins).toEqual([
    null,
    { kind: 'camera', takenOn: '2027-05-03', camera: 'Apple iPhone 15' },
    { kind: 'signed', takenOn: '2026-05-03', camera: null },
    null,
    null,
  ]);
  expect(await countGenerated(shop.services.db, id)).toBe(1);
});

test('Of a photo’s data the shop stores only what it shows', async () => {
  const id = imageIdOf(await upload(await jpegOfCamera()), shop.services.images);
  const rows = await shop.services.db.selectFrom('images').selectAll().where('id', '=', id).execute();
  expect(rows).toEqual([expect.objectContaining({ origin: 'camera', taken_on: '2027-05-03', camera: 'Apple iPhone 15' })]);
  for (const secret of ['Jane', 'C39XYZ', '14:20']) expect(JSON.stringify(rows)).not.toContain(secret);
});
