import type { Sent } from '../../watched-send.ts';

const percents = new Intl.NumberFormat(undefined, { style: 'percent' });
const kilobytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const megabytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'megabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 });

const size = (bytes: number): string => (bytes < 1_000_000 ? kilobytes.format(bytes / 1000) : megabytes.format(bytes / 1_000_000));

/** How much of the picture is out; once all is, the shop still reads it and makes its sizes. */
export const UploadProgress = ({ sent: { bytes, of } }: { sent: Sent }) => {
  const share = of > 0 ? Math.min(bytes / of, 1) : 0;
  return (
    <div className="grid max-w-sm gap-2">
      <p className="tabular-nums">
        {share < 1 ? `Sending the picture: ${percents.format(Math.floor(share * 100) / 100)} of ${size(of)}` : 'The picture is sent and being prepared.'}
      </p>
      <progress
        aria-label="Upload of the picture"
        max={1}
        value={share}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
};
