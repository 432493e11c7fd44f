import sharp from 'sharp';
import { drawBack } from '#drawing/back.ts';
import { frameColor, roundedRect } from '#drawing/body.ts';
import { darker, lighter, mix } from '#drawing/color.ts';
import { drawFront } from '#drawing/front.ts';
import type { PhoneFacts } from '#drawing/phone.ts';
import type { DemoListing } from './demo-listing.ts';
import { createChance } from './picture/chance.ts';
import { drawGround } from './picture/ground.ts';
import { arrange, CANVAS, type Pose, transformOf } from './picture/pose.ts';
import { drawWear } from './picture/wear.ts';

/** High, so that only the store's own compression is visible. */
const QUALITY = 94;

type DrawnPhone = PhoneFacts & Pick<DemoListing, 'model_number' | 'answers' | 'worn_at'>;

/** Draws a photo of the phone from its facts, as worn as its seller says, as JPEG, 1280 pixels square. Deterministic; `nth` selects the arrangement. */
export async function drawPhonePicture(phone: DrawnPhone, nth: number): Promise<Buffer> {
  const chance = createChance(`${phone.model_number} ${nth}`);
  const arrangement = arrange(phone, nth, chance);
  const ground = drawGround(phone, arrangement, chance);
  const drawn = arrangement.poses.map((pose, at) => {
    const id = `p${at}`;
    const face = pose.side === 'front' ? drawFront(phone, id, chance) : drawBack(phone, id, chance);
    const wear = drawWear(phone, { side: pose.side, id }, createChance(`wear of ${phone.model_number} ${pose.side}`));
    return { defs: face.defs, shapes: `${drawEdge(phone, pose)}<g transform="${transformOf(phone, pose)}">${face.shapes}${wear}</g>` };
  });
  // The soft background is enlarged within the same drawing: much faster than compositing two finished pictures.
  const pixels = await sharp(Buffer.from(ground)).png({ compressionLevel: 1 }).toBuffer();
  const backdrop = `<image href="data:image/png;base64,${pixels.toString('base64')}" width="${CANVAS}" height="${CANVAS}"/>`;
  const defs = drawn.map((one) => one.defs).join('');
  const shapes = drawn.map((one) => one.shapes).join('');
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS}" height="${CANVAS}"><defs>${defs}</defs>${backdrop}${shapes}</svg>`;
  return sharp(Buffer.from(picture)).removeAlpha().jpeg({ quality: QUALITY }).toBuffer();
}

/** Draws the thickness of a phone seen from the side: its outline, moved step by step. */
function drawEdge(phone: PhoneFacts, pose: Pose): string {
  const [height, width] = phone.size;
  const [dx, dy] = pose.edge;
  const steps = Math.ceil(Math.hypot(dx, dy) / 2);
  const color = frameColor(phone);
  return Array.from({ length: steps }, (_, at) => {
    const part = 1 - at / steps;
    const tone = mix(darker(color, 0.45), lighter(color, 0.3), 1 - Math.abs(part - 0.45) * 1.6);
    return `<g transform="${transformOf(phone, pose, [dx * part, dy * part])}">${roundedRect(0, 0, width, height, phone.look.corner, `fill="${tone}"`)}</g>`;
  }).join('');
}
