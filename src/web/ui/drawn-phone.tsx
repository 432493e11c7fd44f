import { type DescribedPhone, readPhoneFacts } from '#drawing/facts.ts';
import { PhoneDrawing } from './phone-drawing.tsx';

/** The back of a phone, drawn from its description. */
export function DrawnPhone({ phone, title }: { phone: DescribedPhone; title?: string | undefined }) {
  return <PhoneDrawing facts={readPhoneFacts(phone)} side="back" title={title} className="h-full max-h-full max-w-full" />;
}
