import { type FormEvent, Fragment, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Controller, type Path, useWatch } from 'react-hook-form';
import type { Category } from '#contract/catalog.ts';
import { MODEL_KEYS } from '#contract/phone-models.ts';
import { Link } from '../../../router/index.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DraftAlert, SavedNote } from '../drafts/draft-alert.tsx';
import { DraftsList } from '../drafts/drafts-list.tsx';
import type { Photo } from '../photos/photo-list.ts';
import { describeWait, isUnderWay } from '../photos/photo-text.ts';
import { PhotosField } from '../photos/photos-field.tsx';
import { CardPreview, type ShowCard } from './card-preview.tsx';
import { ConditionStep } from './condition-step.tsx';
import { describePhone } from './description.ts';
import type { ListingForm as Fields } from './form-fields.ts';
import type { Form } from './form-parts.tsx';
import { PhoneStep } from './phone-step.tsx';
import { PriceStep, type ShowPriceEstimate } from './price-step.tsx';
import { PublishStep } from './publish-step.tsx';
import { StepBar } from './step-bar.tsx';
import { STEPS, type StepId } from './steps.ts';
import { STOPPED, useListingForm } from './use-listing-form.ts';
import { usePressOnce } from './use-press-once.ts';
import { type Steps, useSteps } from './use-steps.ts';

/** Fields in the collapsible part of the phone step. */
const FOLDED: readonly Path<Fields>[] = ['name', 'brand', 'model_name', ...MODEL_KEYS.map((key) => `specification.${key}` as const)];

type PossessionSlot = { value: string | null; onChange: (codeId: string | null) => void; error: string | undefined };
export type ShowPossession = (slot: PossessionSlot) => ReactNode;

type SectionProps = { steps: Steps; at: number; children: ReactNode };

type ListingFormProps = {
  email: string;
  categories: Category[];
  /** The price estimate, from its own feature. */
  showPriceEstimate: ShowPriceEstimate;
  /** The proof of possession, from its own feature. */
  inHand: ShowPossession;
  /** The card that buyers see, from its own feature. */
  card: ShowCard;
  /** Whether the card shows the verified seller's badge. */
  isVerified: boolean;
};

type ActionsProps = { form: Form; steps: Steps; photos: readonly Photo[]; onGoTo: (id: StepId) => Promise<void>; onStopWaiting: () => void };

/** Everything the shop asks about a phone, one question at a time or all at once. */
export function ListingForm({ email, categories, showPriceEstimate, inHand, card, isVerified }: ListingFormProps) {
  const steps = useSteps();
  const [isFolded, setFolded] = useState(true);
  const [now] = useState(() => new Date().toISOString());
  const leadTo = (field: Path<Fields>, focus: () => void): void => {
    if (FOLDED.includes(field)) setFolded(false);
    steps.leadTo(field, focus);
  };
  const { form, submit, check, photos, uploads, draft, stopWaiting } = useListingForm(email, leadTo);

  const goTo = async (id: StepId): Promise<void> => {
    if (id === 'publish') describePhone(form);
    await steps.go(id);
  };
  const goOn = async (): Promise<void> => {
    const step = STEPS[steps.at];
    if (step && steps.next && (await check(step.fields))) await goTo(steps.next.id);
  };
  usePressOnce(steps.current);
  // Holding the key down advances one step only.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    if (steps.isLast) return void submit(event);
    event.preventDefault();
    void goOn();
  };

  const contents: ReactNode[] = [
    <Fragment key="photos">
      <Controller
        control={form.control}
        name="image"
        render={({ field, fieldState }) => <PhotosField ref={field.ref} photos={photos} uploads={uploads} error={fieldState.error?.message} />}
      />
      <Possession form={form} show={inHand} />
    </Fragment>,
    <PhoneStep key="phone" form={form} categories={categories} isAll={steps.isAll} isOpen={!isFolded} setOpen={(open) => setFolded(!open)} />,
    <ConditionStep key="condition" form={form} />,
    <PriceStep key="price" form={form} showPriceEstimate={showPriceEstimate} />,
    <PublishStep key="publish" form={form} email={email} />,
  ];
  const preview = <CardPreview form={form} photos={photos} isVerified={isVerified} now={now} card={card} />;
  return (
    <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,48rem)_20rem]">
      <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid gap-6" aria-label="Add a product">
        <DraftsList email={email} current={draft.id()} onOpen={draft.open} />
        <DraftAlert draft={draft} isTyping={form.formState.isDirty} />
        {!steps.isAll && <StepBar at={steps.at} />}
        {contents.map((content, at) => (
          <StepSection key={STEPS[at]?.id} steps={steps} at={at}>
            {content}
          </StepSection>
        ))}
        <div className={classNames('xl:hidden', !steps.isLast && 'hidden')}>{preview}</div>
        <div className="grid gap-3">
          <Actions form={form} steps={steps} photos={photos} onGoTo={goTo} onStopWaiting={stopWaiting} />
          <SavedNote state={draft.state} />
          <WaysLink isAll={steps.isAll} />
        </div>
      </form>
      <aside className="sticky top-24 hidden xl:block">{preview}</aside>
    </div>
  );
}

/** The photo with a code, from its own feature. */
function Possession({ form, show }: { form: Form; show: ShowPossession }) {
  const value = useWatch({ control: form.control, name: 'inHand' });
  const onChange = useCallback((codeId: string | null) => form.setValue('inHand', codeId, { shouldDirty: true }), [form]);
  return show({ value, onChange, error: form.formState.errors.inHand?.message });
}

/** One step: its question and its fields. The other steps' fields stay mounted but hidden. */
function StepSection({ steps, at, children }: SectionProps) {
  const step = STEPS[at];
  if (!step) return null;
  return (
    <section id={`step-${step.id}`} aria-labelledby={`step-${step.id}-title`} hidden={!steps.isAll && steps.current !== step.id} className="grid gap-4">
      <h2 id={`step-${step.id}-title`} tabIndex={-1} className="text-xl outline-none">
        {step.question}
      </h2>
      {children}
    </section>
  );
}

/** The error, if any, and the buttons for back and next. */
function Actions({ form, steps, photos, onGoTo, onStopWaiting }: ActionsProps) {
  const { errors, isSubmitting, isSubmitted, isValid } = form.formState;
  const stopped = errors.root?.type === STOPPED;
  const button = useRef<HTMLButtonElement>(null);
  // The button that stopped it is gone: the focus returns to the one that sends again.
  useEffect(() => {
    if (stopped && !isSubmitting) button.current?.focus();
  }, [stopped, isSubmitting]);
  const isWrong = Object.keys(errors).some((name) => name !== 'root');
  const waiting = photoWait(photos, isSubmitting);
  return (
    <>
      <Problem
        text={errors.root?.message ?? (isSubmitted && !isValid && isWrong ? 'Please check the highlighted fields.' : null)}
        waiting={waiting}
        isWrong={!stopped}
      />
      <div className="flex flex-wrap gap-3">
        {!steps.isAll && steps.previous && (
          <Button variant="secondary" onClick={() => void onGoTo(steps.previous?.id ?? 'photos')}>
            Back
          </Button>
        )}
        <Button ref={button} type="submit" busy={isSubmitting} busyText="Loading..." className="max-sm:flex-1">
          {steps.isLast || !steps.next ? 'Add Product' : `Next: ${steps.next.title}`}
        </Button>
        {waiting !== null && (
          <Button variant="secondary" onClick={onStopWaiting}>
            Stop waiting
          </Button>
        )}
      </div>
    </>
  );
}

function photoWait(photos: readonly Photo[], isSubmitting: boolean): string | null {
  const waitsFor = isSubmitting ? photos.filter(isUnderWay) : [];
  return waitsFor.length > 0 ? describeWait(waitsFor) : null;
}

function Problem({ text, waiting, isWrong }: { text: string | null; waiting: string | null; isWrong: boolean }) {
  return (
    <div className="grid min-h-6 items-end">
      <p role="status" className={classNames(waiting === null && 'hidden')}>
        {waiting}
      </p>
      <p role="alert" className={classNames(waiting !== null && 'hidden', isWrong && 'text-danger')}>
        {text}
      </p>
    </div>
  );
}

function WaysLink({ isAll }: { isAll: boolean }) {
  return (
    <Link
      to={isAll ? '?step=photos' : '?step=all'}
      className="inline-flex min-h-11 items-center justify-self-start text-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {isAll ? 'Show one step at a time' : 'Show all fields on one page'}
    </Link>
  );
}
