import { describe, expect, it } from 'vitest';
import { imageIdOf, imageSrcSet, isOwnImage, isServedByShop } from './image-sizes.ts';

const ID = '01890000-0000-7000-8000-000000000001';

describe('the address of a picture', () => {
  it.each([
    [`/images/${ID}/1280.webp`, true],
    [`https://pictures.example/phones/${ID}/640.webp`, false],
  ])('%s names one in the shop’s sizes', (address, isServed) => {
    expect([isOwnImage(address), isServedByShop(address), imageIdOf(address)]).toEqual([true, isServed, ID]);
    const base = address.slice(0, address.lastIndexOf('/'));
    expect(imageSrcSet(address)).toBe(`${base}/320.webp 320w, ${base}/640.webp 640w, ${base}/1280.webp 1280w`);
  });

  it('at imgbb names one of one size', () => {
    const address = 'https://i.ibb.co/98W13PY/picture.webp';
    expect([isOwnImage(address), imageSrcSet(address), imageIdOf(address)]).toEqual([true, undefined, null]);
  });

  it.each([
    'https://elsewhere.test/picture.webp',
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
  ])('%s is none of ours', (address) => {
    expect([isOwnImage(address), isServedByShop(address), imageSrcSet(address)]).toEqual([false, false, undefined]);
  });
});
