import { encode } from 'uqr';
import { classNames } from './class-names.ts';

/** The quiet zone on each side, in modules, as the standard requires. */
const BORDER = 4;

/** A QR code that phone cameras read in the dark theme too: always black on white. */
export function QrCode({ text, label, className = 'size-56' }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" className={classNames('max-w-full rounded-xl', className)}>
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
