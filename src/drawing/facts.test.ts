import { describe, expect, test } from 'vitest';
import { drawBack } from './back.ts';
import { colorNamed } from './color-names.ts';
import { type DescribedPhone, readPhoneFacts } from './facts.ts';
import { drawFront } from './front.ts';
import { createSteadyChance } from './steady-chance.ts';

type Written = { brand?: string; model_name?: string; color?: string; specification?: Partial<DescribedPhone['specification']> };

function describePhone({ specification, ...phone }: Written = {}): DescribedPhone {
  return {
    brand: 'Samsung',
    model_name: 'Galaxy S21',
    color: 'Phantom Gray',
    ...phone,
    specification: {
      Dimensions: '151.7 x 71.2 x 7.9 mm',
      display_size: '6.2 inches',
      display_resolution: '1080 x 2400 pixels',
      rear_camera: '12 MP + 64 MP + 12 MP',
      ...specification,
    },
  };
}

function sizeOf(Dimensions: string) {
  const { size, sized } = readPhoneFacts(describePhone({ specification: { Dimensions } }));
  return { size, sized };
}

describe('Dimensions', () => {
  test.each([
    ['146.7 x 71.5 x 7.8 mm (5.78 x 2.81 x 0.31 in)', [146.7, 71.5, 7.8]],
    ['71.5mm×146.7mm×7.8mm', [146.7, 71.5, 7.8]],
    ['14.67 × 7.15 × 0.78 cm', [146.7, 71.5, 7.8]],
    ['14.67 x 7.15 x 0.69 cm', [146.7, 71.5, 6.9]],
    ['5.78 x 2.81 x 0.31 inches', [146.8, 71.4, 7.9]],
    ['H 146,7 / W 71,5 / D 7,8', [146.7, 71.5, 7.8]],
    ['১৪৬.৭ x ৭১.৫ x ৭.৮ মিমি', [146.7, 71.5, 7.8]],
    ['١٤٦ × ٧١ × ٨', [146, 71, 8]],
  ])('Reads the dimensions %s', (text, size) => {
    expect(sizeOf(text)).toEqual({ size, sized: true });
  });

  test.each(['', 'as new', '1 x 2', '9999999 x 1 x 0', '146.7', '💥'.repeat(100), '0 x 0 x 0'])('Draws an ordinary phone for the dimensions “%s”', (text) => {
    expect(sizeOf(text)).toEqual({ size: [148, 71.5, 8], sized: false });
  });
});

describe('Cameras', () => {
  test.each([
    ['12 MP', 1],
    ['12MP + 12MP', 2],
    ['Triple: wide, tele, macro', 3],
    ['50 MP, 12 MP, 10 MP, 10 MP, 5 MP', 4],
    ['none to speak of', 1],
  ])('Counts the cameras in “%s”', (rear_camera, count) => {
    expect(readPhoneFacts(describePhone({ specification: { rear_camera } })).look.lenses).toHaveLength(count);
  });
});

test.each([
  ['Apple', 'iPhone 8', '750 x 1334', 'button'],
  ['Apple', 'iPhone 12', '1170 x 2532', 'notch'],
  ['Apple', 'iPhone 14', '1170 x 2532', 'notch'],
  ['Apple', 'iPhone 14 Pro', '1179 x 2556', 'pill'],
  ['Apple', 'iPhone 16', '1179 x 2556', 'pill'],
  ['Samsung', 'Galaxy S7', '1440 x 2560', 'bars'],
  ['Samsung', 'Galaxy S21', '1080 x 2400', 'hole'],
])('Draws the front of the %s %s', (brand, model_name, display_resolution, front) => {
  expect(readPhoneFacts(describePhone({ brand, model_name, specification: { display_resolution } })).look.front).toBe(front);
});

test.each([
  ['Phantom Gray', colorNamed('gray')],
  ['Rose Gold', colorNamed('gold')],
  ['midnight-black', colorNamed('black')],
  ['PACIFIC BLUE', colorNamed('blue')],
  ['Skyblue', colorNamed('blue')],
  ['Sea', colorNamed('sea')],
  ['Seasoned', null],
  ['Redmi special', null],
  ['قديم', null],
])('Finds the color of “%s”', (name, color) => {
  expect(colorNamed(name)).toBe(color);
});

test('Input never appears in a drawing', () => {
  const evil = '"><script>alert(1)</script>';
  const facts = readPhoneFacts({
    brand: evil,
    model_name: evil,
    color: evil,
    specification: { Dimensions: evil, display_size: evil, display_resolution: evil, rear_camera: evil },
  });
  for (const draw of [drawFront, drawBack]) {
    const { defs, shapes } = draw(facts, 'id', createSteadyChance('x'));
    expect(defs + shapes).not.toMatch(/script|alert|NaN|undefined/u);
  }
});

test('The same facts give the same drawing', () => {
  const facts = readPhoneFacts(describePhone());
  const draw = () => drawBack(facts, 'id', createSteadyChance('x')).shapes + drawFront(facts, 'id', createSteadyChance('x')).shapes;
  expect(draw()).toBe(draw());
});
