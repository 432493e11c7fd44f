import { type FormEvent, Fragment, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { Category } from '#contract/catalog.ts';
import type { PhotoUpload } from '../../../photo-upload/use-photo-upload.ts';
import { Link } from '../../../router/index.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { QUIET_LINK } from '../../../ui/link-classes.ts';
import type { Photo } from '../photos/photo-list.ts';
import { describeWait, isUnderWay } from '../photos/photo-text.ts';
import { PhotosField } from '../photos/photos-field.tsx';
import { CardPreview, type ShowCard } from './card-preview.tsx';
import { ConditionStep } from './condition-step.tsx';
import { describePhone } from './description.ts';
import type { Form } from './form-parts.tsx';
import { asksForPhone, PhoneStep } from './phone-step.tsx';
import { PriceStep, type ShowDemand, type ShowPriceEstimate } from './price-step.tsx';
import { PublishStep } from './publish-step.tsx';
import { StepBar } from './step-bar.tsx';
import { STEPS, type StepId } from './steps.ts';
import { STOPPED, type useListingFields } from './use-listing-fields.ts';
import { usePressOnce } from './use-press-once.ts';
import type { Stepping } from './use-stepping.ts';
import type { Steps } from './use-steps.ts';

type PossessionSlot = { value: string | null; onChange: (codeId: string | null) => void; upload: PhotoUpload; error: string | undefined };
export type ShowPossession = (slot: PossessionSlot) => ReactNode;

type SectionProps = { steps: Steps; at: number; children: ReactNode };

type ListingFormProps = {
  email: string;
  categories: Category[];
  stepping: Stepping;
  sending: Pick<ReturnType<typeof useListingFields>, 'form' | 'photos' | 'uploads' | 'check' | 'stopWaiting'> & {
    submit: (event?: FormEvent) => unknown;
    /** The upload of the photo that proves possession. */
    proof?: PhotoUpload;
  };
  /** For a listing that is on sale, which phone it is isn't asked. */
  isEdit?: boolean;
  /** What stands above the fields, and where they are saved meanwhile. */
  above: ReactNode;
  saved?: ReactNode;
  showPriceEstimate: ShowPriceEstimate;
  showDemand?: ShowDemand;
  inHand?: ShowPossession;
  phoneTest?: ReactNode;
  card: ShowCard;
  isVerified: boolean;
};

type ActionsProps = { form: Form; steps: Steps; isEdit: boolean; photos: readonly Photo[]; onGoTo: (id: StepId) => Promise<void>; onStopWaiting: () => void };

/** Everything the shop asks about a phone, one question at a time or all at once. */
export function ListingForm({
  email,
  categories,
  stepping,
  sending,
  isEdit = false,
  above,
  saved,
  showPriceEstimate,
  showDemand,
  inHand,
  phoneTest,
  card,
  isVerified,
}: ListingFormProps) {
  const { steps, isFolded, setFolded } = stepping;
  const { form, submit, check, photos, uploads, stopWaiting, proof } = sending;
  const [now] = useState(() => new Date().toISOString());

  const goTo = async (id: StepId): Promise<void> => {
    if (id === 'publish' && !isEdit) describePhone(form);
    await steps.go(id);
  };
  const goOn = async (): Promise<void> => {
    const step = STEPS[steps.at];
    if (step?.id === 'phone' && isFolded && asksForPhone(form)) return;
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
      {inHand && proof && <Possession form={form} upload={proof} show={inHand} />}
    </Fragment>,
    <PhoneStep key="phone" form={form} categories={categories} isFixed={isEdit} isAll={steps.isAll} isOpen={!isFolded} setOpen={(open) => setFolded(!open)} />,
    <Fragment key="condition">
      <ConditionStep form={form} hasImei={!isEdit} />
      {phoneTest}
    </Fragment>,
    <PriceStep key="price" form={form} showPriceEstimate={showPriceEstimate} showDemand={showDemand} />,
    <PublishStep key="publish" form={form} email={email} />,
  ];
  const preview = <CardPreview form={form} photos={photos} isVerified={isVerified} now={now} card={card} />;
  return (
    <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,48rem)_20rem]">
      <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid gap-6" aria-label={isEdit ? 'Edit a listing' : 'Add a product'}>
        {above}
        {!steps.isAll && <StepBar at={steps.at} />}
        {contents.map((content, at) => (
          <StepSection key={STEPS[at]?.id} steps={steps} at={at}>
            {content}
          </StepSection>
        ))}
        <div className={classNames('xl:hidden', !steps.isLast && 'hidden')}>{preview}</div>
        <div className="grid gap-3">
          <Actions form={form} steps={steps} isEdit={isEdit} photos={photos} onGoTo={goTo} onStopWaiting={stopWaiting} />
          {saved}
          <WaysLink isAll={steps.isAll} />
        </div>
      </form>
      <aside className="sticky top-24 hidden xl:block">{preview}</aside>
    </div>
  );
}

/** The photo with a code, from its own feature. */
function Possession({ form, upload, show }: { form: Form; upload: PhotoUpload; show: ShowPossession }) {
  const value = useWatch({ control: form.control, name: 'inHand' });
  const onChange = useCallback((codeId: string | null) => form.setValue('inHand', codeId, { shouldDirty: true }), [form]);
  return show({ value, onChange, upload, error: form.formState.errors.inHand?.message });
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
function Actions({ form, steps, isEdit, photos, onGoTo, onStopWaiting }: ActionsProps) {
  const { errors, isSubmitting, isSubmitted, isValid } = form.formState;
  const done = isEdit ? 'Save changes' : 'Add Product';
  const stopped = errors.root?.type === STOPPED;
  const button = useRef<HTMLButtonElement>(null);
  // The button that stopped it is gone: the focus returns to the one that sends again.
  useEffect(() => {
    if (stopped && !isSubmitting) button.current?.focus();
  }, [stopped, isSubmitting]);
  const isWrong = Object.keys(errors).some((name) => name !== 'root');
  const waitsFor = isSubmitting ? photos.filter(isUnderWay) : [];
  const waiting = waitsFor.length > 0 ? describeWait(waitsFor, isEdit ? 'save your changes' : 'list your phone') : null;
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
          {steps.isLast || !steps.next ? done : `Next: ${steps.next.title}`}
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
    <Link to={isAll ? '?step=photos' : '?step=all'} className={`inline-flex min-h-11 items-center justify-self-start text-sm ${QUIET_LINK}`}>
      {isAll ? 'Show one step at a time' : 'Show all fields on one page'}
    </Link>
  );
}
