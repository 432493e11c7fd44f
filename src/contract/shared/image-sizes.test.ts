import { describe, expect, it } from 'vitest';
import { imageIdOf, imageSrcSet, imageStem, isOwnImage, isServedByShop, type PicturePlace } from './image-sizes.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const DISK: PicturePlace = { kind: 'disk' };
const BUCKET: PicturePlace = { kind: 's3', base: 'https://pictures.example/phones' };
const IMGBB: PicturePlace = { kind: 'imgbb' };
const PLACES = [DISK, { kind: 's3' } as const, BUCKET, IMGBB];

function facts(address: string, place: PicturePlace) {
  return [isOwnImage(address, place), imageIdOf(address, place), imageSrcSet(address, place)];
}

const FOREIGN = [false, null, undefined];

describe('Picture addresses', () => {
  it('The shop’s own pictures are always its own, and those in a bucket only while it uses that bucket', () => {
    const ours = (begin: string) => [true, ID, `${begin}/${ID}/320.webp 320w, ${begin}/${ID}/640.webp 640w, ${begin}/${ID}/1280.webp 1280w`];
    for (const place of PLACES) expect(facts(`/images/${ID}/1280.webp`, place)).toEqual(ours('/images'));
    const inBucket = `https://pictures.example/phones/${ID}/640.webp`;
    expect(PLACES.map((place) => facts(inBucket, place))).toEqual([FOREIGN, FOREIGN, ours('https://pictures.example/phones'), FOREIGN]);
    expect([isServedByShop(`/images/${ID}/1280.webp`), isServedByShop(inBucket)]).toEqual([true, false]);
  });

  it('A picture at imgbb has one size, and is the shop’s own only while it uses imgbb', () => {
    const address = 'https://i.ibb.co/98W13PY/picture.webp';
    expect(PLACES.map((place) => facts(address, place))).toEqual([FOREIGN, FOREIGN, FOREIGN, [true, null, undefined]]);
  });

  it.each([
    'https://elsewhere.test/picture.webp',
    `https://evil.example/${ID}/1280.webp`,
    `https://evil.example/phones/${ID}/1280.webp`,
    `https://pictures.example/${ID}/1280.webp`,
    `https://pictures.example/phones-of-others/${ID}/1280.webp`,
    `https://pictures.example/phones/others/${ID}/1280.webp`,
    `https://pictures.example/phones/../${ID}/1280.webp`,
    `https://pictures.example.evil.example/phones/${ID}/1280.webp`,
    `http://pictures.example/phones/${ID}/1280.webp`,
    `//elsewhere.test/images/${ID}/1280.webp`,
    `/images/../${ID}/1280.webp`,
    `/elsewhere/${ID}/1280.webp`,
    `javascript:alert(1)//images/${ID}/1280.webp`,
    `https://elsewhere.test/?/${ID}/1280.webp`,
    `https://elsewhere.test/a b/${ID}/1280.webp`,
    `/images/${ID}/641.webp`,
    `/images/${ID}/1280.webp?x`,
    'https://i.ibb.co.elsewhere.test/98W13PY/picture.webp',
    'http://i.ibb.co/98W13PY/picture.webp',
    'https://i.ibb.co/98W13PY/picture.webp" onerror="alert(1)',
  ])('%s isn’t the address of one of the shop’s pictures', (address) => {
    for (const place of PLACES) expect(facts(address, place)).toEqual(FOREIGN);
    expect(isServedByShop(address)).toBe(false);
  });

  it('Recognizes different sizes of the same picture', () => {
    expect(imageStem(`/images/${ID}/320.webp`)).toBe(imageStem(`/images/${ID}/1280.webp`));
    expect(imageStem(`https://elsewhere.test/${ID}/1280.webp`)).not.toBe(imageStem(`/images/${ID}/1280.webp`));
  });
});
