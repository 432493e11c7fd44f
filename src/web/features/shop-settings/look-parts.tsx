import type { CSSProperties } from 'react';
import { type AccentTokens, noteOfAccent, paletteOf } from '#contract/shared/accent.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/field.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { inForce } from './draft.ts';
import { PictureChoice } from './picture-choice.tsx';
import { type PartProps, SettingPart } from './setting-part.tsx';

const NUMBERS = [
  { name: 'newArrivals', label: 'New arrivals shown', unit: '1 to 8 phones' },
  { name: 'newArrivalDays', label: 'A phone is new for', unit: '1 to 30 days' },
  { name: 'holdMinutes', label: 'Reserve a phone during payment for', unit: '5 to 60 minutes' },
  { name: 'inspectionHours', label: 'Buyers can check a phone for', unit: '1 to 336 hours after the handover' },
] as const;

const DISCOUNT = [
  { name: 'firstPurchasePercent', label: 'Percent off', unit: '0 to 100; 0 turns it off' },
  { name: 'firstPurchaseCap', label: 'At most', unit: '1 to 10,000 dollars' },
] as const;

const FEE = [
  { name: 'sellerFeePercent', label: 'Percent of the price', unit: '0 to 50, such as 4.5' },
  { name: 'sellerFeeFixed', label: 'Plus', unit: '0 to 100 dollars, such as 0.30' },
] as const;

type NumberSetting = (typeof NUMBERS | typeof DISCOUNT | typeof FEE)[number];

export function NamePart({ form, settings }: PartProps) {
  const { logo } = form.draft.values;
  return (
    <SettingPart title="Name and logo" names={['shopName', 'logo']} form={form} settings={settings}>
      <Field
        label="Shop name"
        value={inForce('shopName', form.draft, settings)}
        maxLength={40}
        error={form.errorAt('shopName')}
        hint="Shown in the header, page titles and emails."
        onChange={({ currentTarget }) => form.set('shopName', currentTarget.value)}
      />
      <div className="flex flex-wrap items-start gap-4">
        {logo !== null && <ListingImage address={logo} alt="Logo" sizes="5rem" whole className="size-20 rounded-xl" />}
        <PictureChoice
          form={form}
          label="Logo"
          hint="JPEG, PNG, WebP, HEIF or AVIF. Square logos look best."
          error={form.errorAt('logo')}
          onChoose={(address) => form.set('logo', address)}
        />
      </div>
    </SettingPart>
  );
}

export function AccentPart({ form, settings }: PartProps) {
  const typed = inForce('accent', form.draft, settings);
  const color = isColor(typed) ? typed.toLowerCase() : settings.defaults.accent;
  const { light, dark } = paletteOf(color);
  // The default accent has hand-picked dark-mode colors.
  const isOwn = form.draft.values.accent === null;
  return (
    <SettingPart
      title="Accent color"
      intro="The color of buttons and links. We adjust it to stay readable in light and dark themes."
      names={['accent']}
      form={form}
      settings={settings}
    >
      <div className="flex flex-wrap items-start gap-4">
        <label className="grid gap-1.5 font-medium">
          Choose
          <input
            type="color"
            value={color}
            onChange={({ currentTarget }) => form.set('accent', currentTarget.value)}
            className="h-12 w-20 rounded-xl border border-line-strong bg-surface p-1"
          />
        </label>
        <Field
          label="Hex code"
          value={typed}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          error={form.errorAt('accent') ?? (isColor(typed) ? undefined : 'Enter # and six characters from 0-9 and a-f.')}
          hint={isOwn ? undefined : (noteOfAccent(color) ?? 'Readable as is.')}
          onChange={({ currentTarget }) => form.set('accent', currentTarget.value)}
          className="min-w-0 flex-1 basis-56"
        />
      </div>
      {!isOwn && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Sample theme="light" tokens={light} />
          <Sample theme="dark" tokens={dark} />
        </div>
      )}
    </SettingPart>
  );
}

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/iu.test(text);

function Sample({ theme, tokens }: { theme: 'light' | 'dark'; tokens: AccentTokens }) {
  return (
    <div data-theme={theme} style={styleOf(tokens)} className="grid gap-3 rounded-2xl border border-line bg-ground p-4 text-ink">
      <p className="text-sm text-muted">{theme === 'light' ? 'Light theme' : 'Dark theme'}</p>
      <p className="rounded-xl bg-accent-soft p-3">
        Text on a tinted background and <span className="font-semibold text-accent">accent text</span>
      </p>
      <span className="inline-flex min-h-12 items-center justify-center rounded-xl bg-accent px-5 font-semibold text-on-accent">Button</span>
    </div>
  );
}

/** Returns the style sheet's tokens for an accent, for one element and its children. React's type knows no custom properties. */
export function styleOf({ accent, accentStrong, accentSoft, onAccent }: AccentTokens): CSSProperties {
  return { '--accent': accent, '--accent-strong': accentStrong, '--accent-soft': accentSoft, '--on-accent': onAccent } as CSSProperties;
}

export function LimitsPart(part: PartProps) {
  return (
    <SettingPart title="Limits" names={NUMBERS.map(({ name }) => name)} {...part}>
      <NumberFields numbers={NUMBERS} {...part} />
    </SettingPart>
  );
}

export function FirstPurchasePart(part: PartProps) {
  return (
    <SettingPart
      title="First-purchase discount"
      intro="Taken off the first phone a person buys. The seller gets the full price, and you pay the difference. A change applies to new bookings."
      names={DISCOUNT.map(({ name }) => name)}
      {...part}
    >
      <NumberFields numbers={DISCOUNT} {...part} />
    </SettingPart>
  );
}

export function SellerFeePart(part: PartProps) {
  return (
    <SettingPart
      title="Seller fee"
      intro="What you keep of each sale when its seller is paid. Sellers see it before they list a phone. A change applies to phones paid from then on."
      names={FEE.map(({ name }) => name)}
      {...part}
    >
      <NumberFields numbers={FEE} {...part} />
    </SettingPart>
  );
}

function NumberFields({ numbers, form, settings }: PartProps & { numbers: readonly NumberSetting[] }) {
  return (
    <div className="grid gap-x-5 gap-y-3 sm:grid-cols-3">
      {numbers.map(({ name, label, unit }) => {
        const value = inForce(name, form.draft, settings);
        return (
          <Field
            key={name}
            label={label}
            type="number"
            step="any"
            value={Number.isFinite(value) ? value : ''}
            hint={unit}
            error={form.errorAt(name)}
            onChange={({ currentTarget }) => form.set(name, toNumber(currentTarget.value))}
          />
        );
      })}
    </div>
  );
}

/** Parses a typed number; NaN for an emptied field. */
const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Discards unsaved changes. */
export function DiscardButton({ form }: Pick<PartProps, 'form'>) {
  return (
    <ConfirmButton
      button="Discard"
      name="Discard changes"
      disabled={form.busy || form.changes.length === 0}
      title="Discard your changes?"
      confirm="Discard changes"
      onConfirm={form.discard}
    >
      Your unsaved changes will be lost.
    </ConfirmButton>
  );
}
