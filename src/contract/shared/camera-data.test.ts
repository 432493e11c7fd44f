import { describe, expect, test } from 'vitest';
import { type CameraData, findCameraData, readCameraData, writeCameraData } from './camera-data.ts';

const DATA: CameraData = { make: 'Apple', model: 'iPhone 15', software: '26.1', takenAt: '2026:05:03 14:20:11', exposure: 0.008, aperture: 1.78, iso: 64 };

describe('Camera data', () => {
  test('Reads what it wrote, also within a file', () => {
    const block = writeCameraData(DATA);
    expect(readCameraData(block)).toEqual(DATA);
    expect(findCameraData(Uint8Array.from([1, 2, 3, ...block, 4, 5]))).toEqual(DATA);
    expect(findCameraData(Uint8Array.from([1, 2, 3]))).toBeNull();
  });

  test('What is missing stays missing', () => {
    const none: CameraData = { make: '', model: '', software: '', takenAt: '', exposure: null, aperture: null, iso: 0 };
    expect(readCameraData(writeCameraData(none))).toEqual(none);
  });

  test.each<[string, (block: Uint8Array) => void]>([
    ['claims 65,535 entries', (block) => block.set([0xff, 0xff], 14)],
    ['leads back to itself', (block) => block.set([0, 0, 0, 8], 14 + 2 + 3 * 12 + 8)],
    ['begins outside the block', (block) => block.set([0xff, 0xff, 0xff, 0xf0], 10)],
    ['has a text of four gigabytes', (block) => block.set([0xff, 0xff, 0xff, 0xff], 14 + 2 + 4)],
  ])('A directory that %s is read in bounds', (_what, spoil) => {
    const block = writeCameraData(DATA);
    spoil(block);
    expect(Object.keys(readCameraData(block) ?? {})).toEqual(Object.keys(DATA));
  });

  test('Every shorter block and every single altered byte is read without an error', () => {
    const block = writeCameraData(DATA);
    for (let at = 0; at < block.length; at += 1) {
      readCameraData(block.subarray(0, at));
      for (const byte of [0, 0x7f, 0xff]) readCameraData(block.with(at, byte));
    }
  });
});
