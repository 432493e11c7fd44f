import { expect, it } from 'vitest';
import { drawDescribed, type Side } from '#drawing/draw-phone.ts';
import type { DescribedPhone } from '#drawing/facts.ts';
import { createDrawing } from './drawn-once.ts';

const specification = { Dimensions: '150 x 72 x 8 mm', display_size: '6.1 inches', display_resolution: '1080 x 2400', rear_camera: '12 MP' };
const phone = (others: Partial<DescribedPhone> = {}): DescribedPhone => ({
  brand: 'Samsung',
  model_name: 'Galaxy S22',
  color: 'Black',
  specification,
  ...others,
});

it('Draws what drawing without a cache does, each time with the page’s own id', () => {
  const draw = createDrawing();
  for (let times = 0; times < 2; times += 1)
    for (const side of ['front', 'back'] satisfies Side[])
      for (const [at, one] of [phone(), phone({ color: 'Red' }), phone({ model_name: 'x0x', brand: 'x0x' })].entries())
        expect(draw(one, side, `r${times}${at}`)).toBe(drawDescribed(one, side, `r${times}${at}`));
});
