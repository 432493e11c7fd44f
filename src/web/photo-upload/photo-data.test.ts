import { describe, expect, test } from 'vitest';
import { type CameraData, findCameraData, writeCameraData } from '#contract/shared/camera-data.ts';
import { cameraSegmentOf, mustStayWhole, withSegment } from './photo-data.ts';

const DATA: CameraData = { make: 'Apple', model: 'iPhone 15', software: '26.1', takenAt: '2026:05:03 14:20:11', exposure: 0.008, aperture: 1.78, iso: 64 };
const SMALL = { size: 5_000_000, width: 4000, height: 3000 };

const signed = new TextEncoder().encode('....jumb....jumdc2pa....');

describe('What a photo keeps when it is made smaller', () => {
  test('Keeps what the camera wrote and nothing else, right after the start of the smaller JPEG', async () => {
    const original = Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, 99, ...writeCameraData(DATA), ...new TextEncoder().encode('GPS 51.5 N')]);
    const segment = cameraSegmentOf(original);
    if (!segment) throw new Error('no segment');
    const smaller = withSegment(new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xdb, 1, 2])], { type: 'image/jpeg' }), segment);
    const bytes = new Uint8Array(await smaller.arrayBuffer());
    expect([...bytes.subarray(0, 4), ...bytes.subarray(-4)]).toEqual([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xdb, 1, 2]);
    expect(bytes[4]).toBe((segment.length - 2) >> 8);
    expect(findCameraData(bytes)).toEqual(DATA);
    expect(new TextDecoder().decode(bytes)).not.toContain('GPS');
    expect(smaller.type).toBe('image/jpeg');
  });

  test('A photo without a maker or a date keeps nothing', () => {
    expect(cameraSegmentOf(writeCameraData({ ...DATA, make: '' }))).toBeNull();
    expect(cameraSegmentOf(writeCameraData({ ...DATA, takenAt: '' }))).toBeNull();
    expect(cameraSegmentOf(new Uint8Array(100))).toBeNull();
  });

  test('A signed photo stays as it is if the shop takes it', () => {
    expect(mustStayWhole(signed, SMALL)).toBe(true);
    expect(mustStayWhole(signed, { ...SMALL, size: 11_000_000 })).toBe(false);
    expect(mustStayWhole(signed, { ...SMALL, width: 40_000 })).toBe(false);
    expect(mustStayWhole(new Uint8Array(100), SMALL)).toBe(false);
  });
});
