import { distanceInKm, type Point } from '#contract/shared/distance.ts';
import { distanceText, metricText } from './distance-text.ts';
import { useHere } from './here.ts';

/** A distance in miles; from where this device last looked, unless `from` is given. */
export function DistanceLabel({ from, to }: { from: Point | null; to: Point }) {
  const here = useHere();
  const start = from ?? here;
  if (!start) return null;
  const km = distanceInKm(start, to);
  return (
    <span className="shrink-0 whitespace-nowrap" title={metricText(km)}>
      · {distanceText(km)}
    </span>
  );
}
