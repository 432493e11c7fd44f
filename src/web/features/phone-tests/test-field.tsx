import { PhoneTestPanel } from './phone-test-panel.tsx';

/** In the form for a new listing: the test before the phone is listed. Whatever happens here, the phone can be listed. */
export function TestField() {
  return (
    <fieldset className="grid gap-3 rounded-2xl border border-line p-5">
      <legend className="px-1 font-medium">Phone test (optional)</legend>
      <p className="text-muted">The phone tests its screen, sound, cameras and sensors in its own browser, and buyers see the signed result.</p>
      <PhoneTestPanel listing={null} order={null} />
    </fieldset>
  );
}
