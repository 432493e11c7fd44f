import type { ReactNode } from 'react';
import { readPhoneFacts } from '#drawing/facts.ts';
import { EmptyState, FailedRead } from '../ui/alerts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge, VerifiedBadge } from '../ui/badge.tsx';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DISCLOSURE_ITEM, DisclosureMenu } from '../ui/disclosure-menu.tsx';
import { Drawer, DrawerToggle } from '../ui/drawer.tsx';
import { Field, SelectField, TextAreaField } from '../ui/field.tsx';
import { LostPhone } from '../ui/lost-phone.tsx';
import { Menu, MenuButton } from '../ui/menu.tsx';
import { MenuSeparator } from '../ui/menu-separator.tsx';
import { MissingPicture } from '../ui/missing-picture.tsx';
import { PhoneDrawing } from '../ui/phone-drawing.tsx';
import { Price } from '../ui/price.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Steps } from '../ui/steps.tsx';
import { showError, showSuccess } from '../ui/toast.tsx';

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'risky', 'danger'];
const TOKENS = [
  'bg-ground',
  'bg-surface',
  'bg-sunken',
  'bg-accent',
  'bg-accent-soft',
  'bg-good-soft',
  'bg-warning-soft',
  'bg-danger-soft',
  'bg-ink',
  'bg-muted',
];
const SIZES = ['text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl', 'text-4xl'];

const PHONE = {
  brand: 'Google',
  model_name: 'Pixel 7',
  color: 'Lemongrass Green',
  specification: { Dimensions: '155.6 x 73.2 x 8.7 mm', display_size: '6.3 inches', display_resolution: '1080 x 2400', rear_camera: '50 MP + 12 MP' },
};

/** Every UI component in every state, in light and dark mode. */
export function Page() {
  return (
    <div id="top" className="grid lg:grid-cols-2">
      <h1 className="sr-only">Interface</h1>
      <Pieces theme="light" />
      <Pieces theme="dark" />
    </div>
  );
}

function Pieces({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div data-theme={theme} className="min-w-0 bg-ground p-6 text-ink">
      <h2 className="text-2xl">{theme === 'light' ? 'Light' : 'Dark'}</h2>
      <Basics />
      <Controls theme={theme} />
      <Contents />
    </div>
  );
}

function Basics() {
  return (
    <>
      <Piece name="Colors">
        <Row>
          {TOKENS.map((token) => (
            <span key={token} title={token} className={`size-12 rounded-xl border border-line-strong ${token}`} />
          ))}
        </Row>
      </Piece>
      <Piece name="Type: seven sizes">
        {SIZES.map((size) => (
          <p key={size} className={`${size} font-display font-semibold`}>
            {size} $1,299.50
          </p>
        ))}
        <p className="max-w-prose text-muted">Text is set in sixteen pixels at least, with figures of one width and lines of under seventy-five characters.</p>
      </Piece>
      <Piece name="Buttons: at rest, small, busy, disabled">
        {VARIANTS.map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>Book Now</Button>
            <Button variant={variant} size="small">
              Small
            </Button>
            <Button variant={variant} busy busyText="Loading...">
              Busy
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </Row>
        ))}
      </Piece>
    </>
  );
}

function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line py-6">
      <h3 className="text-sm text-muted">{name}</h3>
      {children}
    </section>
  );
}

const Row = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-center gap-3">{children}</div>;

function Controls({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <>
      <Piece name="Fields: empty, with a hint, filled in, invalid, disabled">
        <Field label="Name" />
        <Field label="Phone number" hint="Only the seller sees it" />
        <Field label="City" defaultValue="Porto" />
        <Field label="Email" defaultValue="nobody" error="Email is Required" />
        <Field label="Country" defaultValue="Portugal" disabled />
        <SelectField label="Account type" defaultValue="buyer">
          <option value="buyer">Buyer</option>
          <option value="seller">Seller</option>
        </SelectField>
        <TextAreaField label="Description" error="Description is required." />
        <Checkbox label="Show password" />
      </Piece>
      <Piece name="Menus, drawer, dialog, toasts">
        <Row>
          <DisclosureMenu label="Account">
            <a href="#top" className={DISCLOSURE_ITEM}>
              Register
            </a>
            <a href="#top" className={DISCLOSURE_ITEM}>
              Log In
            </a>
          </DisclosureMenu>
          <Menu label={`Account, ${theme}`} button={<Avatar name="Sam" picture={null} />}>
            <p className="px-3 py-2 font-semibold">Sam</p>
            <MenuSeparator />
            <MenuButton onSelect={() => showSuccess('Sign Out Successfully')}>Sign Out</MenuButton>
          </Menu>
          <DrawerToggle drawerId={`drawer-${theme}`} label={`Drawer, ${theme}`} />
          <Drawer id={`drawer-${theme}`}>What the drawer holds.</Drawer>
        </Row>
        <Dialogs />
      </Piece>
    </>
  );
}

function Dialogs() {
  const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1000));
  return (
    <Row>
      <ConfirmButton button="Ask first" title="Delete Galaxy S21?" onConfirm={aSecond}>
        The listing will be taken down and its unpaid bookings canceled.
      </ConfirmButton>
      <Button variant="secondary" onClick={() => showSuccess('This product is Advertised')}>
        Good news
      </Button>
      <Button variant="secondary" onClick={() => showError('You’ve already booked this product.')}>
        Bad news
      </Button>
    </Row>
  );
}

function Contents() {
  return (
    <>
      <Piece name="Badges and prices">
        <Row>
          <Badge>Draft</Badge>
          <Badge tone="good">Paid</Badge>
          <Badge tone="warning">Sold</Badge>
          <Badge tone="danger">Removed</Badge>
          <Badge tone="accent">Advertised</Badge>
          <VerifiedBadge />
        </Row>
        <Price resale={289} original={499} />
        <Price resale={1_000_000} />
        <Price resale={0.01} original={0.01} large />
      </Piece>
      <Piece name="A table that becomes cards">
        <DataTable
          caption="Phones"
          columns={[
            { header: 'Model', cell: ({ model }) => model },
            { header: 'Price', cell: ({ price }) => price },
            { header: 'Delete', hideHeader: true, cell: () => <Button size="small">Delete</Button> },
          ]}
          rows={[
            { model: 'Galaxy S21', price: '$289' },
            { model: 'iPhone 13 mini with a name that goes on and on', price: '$1,299.50' },
          ]}
          rowKey={({ model }) => model}
        />
      </Piece>
      <Piece name="Waiting">
        <Row>
          <Spinner />
        </Row>
        <RowsSkeleton count={2} />
      </Piece>
      <Piece name="Empty and failed">
        <EmptyState title="No phones yet" action={<Button>Add A Product</Button>}>
          They show here as soon as one is listed.
        </EmptyState>
        <FailedRead message="We couldn’t load the phones." onRetry={() => showSuccess('Tried again')} />
      </Piece>
      <Piece name="Steps">
        <Steps title="What happens next" steps={['Book it.', 'Pay for it.', 'Meet, and take it home.']} />
      </Piece>
      <Piece name="Drawn phones">
        <div className="flex h-64 gap-4">
          <PhoneDrawing facts={readPhoneFacts(PHONE)} side="front" title="Front" className="h-full" />
          <PhoneDrawing facts={readPhoneFacts(PHONE)} side="back" title="Back" className="h-full" />
        </div>
        <Row>
          <MissingPicture label="A phone without a picture" className="size-40 rounded-2xl" />
          <MissingPicture label="One that is described" phone={PHONE} className="size-40 rounded-2xl" />
        </Row>
        <LostPhone className="w-full max-w-xs" />
      </Piece>
    </>
  );
}
