import type { ComparedListing } from '#contract/compare.ts';
import { readPhoneFacts } from '#drawing/facts.ts';
import { PhoneDrawing } from '../../ui/phone-drawing.tsx';

/** Around each phone, so that nothing touches the edge. */
const MARGIN_MM = 2;

/** Phones side by side at the same scale; phones without dimensions are left out. */
export function SizesSideBySide({ phones }: { phones: ComparedListing[] }) {
  const sized = phones.map((phone) => ({ phone, facts: readPhoneFacts(phone) })).filter(({ facts }) => facts.sized);
  if (sized.length === 0) return null;
  const boxHeight = Math.max(...sized.map(({ facts }) => facts.size[0])) + 2 * MARGIN_MM;
  return (
    <section>
      <h2 className="mb-6 text-2xl">Size comparison</h2>
      <ul className="flex items-end justify-center gap-2 rounded-2xl border border-line bg-surface p-4 sm:gap-10 sm:p-8">
        {sized.map(({ phone, facts }) => (
          <li key={phone._id} className="grid min-w-0 justify-items-center gap-2 text-center">
            <PhoneDrawing
              facts={facts}
              side="front"
              box={[boxHeight, facts.size[1] + 2 * MARGIN_MM]}
              title={`${phone.model_name}, drawn to scale`}
              className="h-36 max-w-full sm:h-72"
            />
            <span className="text-sm font-medium wrap-anywhere" dir="auto">
              {phone.model_name}
            </span>
            <span className="text-sm text-muted">{facts.size.join(' × ')} mm</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
