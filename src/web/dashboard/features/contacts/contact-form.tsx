import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import {
  type ContactDetail,
  type ContactForm,
  contactFormSchema,
  type ContactSummary,
} from '#src/shared/contacts.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { ApiError } from '#src/web/lib/api/api.ts';
import { useChannels, useChannelTitle } from '#src/web/lib/channels.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { issuedAddress } from './words.ts';

type Values = {
  name: string;
  externalId: string;
  language: string;
  timeZone: string;
  country: string;
  tags: string;
  confirmed: boolean;
  wording: string;
} & Record<`address${number}` | `channel${number}`, string>;

const SEPARATORS = /[,;\n]+/;
const orNull = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null);

/** Adds a contact or changes one. Members change their name and address themselves. */
export function ContactFields({
  contact,
  channels,
  save,
  onSaved,
  onCancel,
}: {
  contact: ContactDetail | null;
  channels: ContactSummary['channels'];
  save: (form: ContactForm) => Promise<ContactDetail>;
  onSaved: (contact: ContactDetail) => void;
  onCancel: () => void;
}) {
  const isMember = contact?.member === true;
  const own = contact?.addresses ?? [];
  const [rows, setRows] = useState<readonly number[]>(own.length > 0 ? own.map((_, at) => at) : [0]);
  const [failed, setFailed] = useState<string | null>(null);
  const usual = channels[0]?.kind ?? '';
  const titleOf = useChannelTitle();
  const kinds = useChannels();
  /** An address that only the person can register. */
  const isIssued = (row: number): boolean => {
    const there = own[row];
    return there !== undefined && !channels.some(({ kind }) => kind === there.channel);
  };
  const issuedWords = (row: number): string => {
    const { channel = '', address = '' } = own[row] ?? {};
    const isDevice = kinds.some(({ kind, address: form }) => kind === channel && form?.isDevice);
    return issuedAddress(titleOf(channel), address, isDevice);
  };
  const defaults = {
    name: contact?.name ?? '',
    externalId: contact?.externalId ?? '',
    language: contact?.language ?? '',
    timeZone: contact?.timeZone ?? '',
    country: contact?.country ?? '',
    tags: contact?.tags.join(', ') ?? '',
    confirmed: false,
    wording: '',
    ...Object.fromEntries(
      own.flatMap(({ channel, address }, at) => [
        [`channel${at}`, channel],
        [`address${at}`, address],
      ]),
    ),
    ...(own.length === 0 && { channel0: usual, address0: '' }),
  } as Values;
  const check = (values: Values): Checked<ContactForm> =>
    checkBy(contactFormSchema, {
      ...(isMember ? {} : { name: values.name }),
      externalId: orNull(values.externalId),
      language: orNull(values.language),
      timeZone: orNull(values.timeZone),
      country: orNull(values.country)?.toUpperCase() ?? null,
      tags: (values.tags ?? '').split(SEPARATORS).filter((tag) => tag.trim() !== ''),
      ...(isMember
        ? {}
        : {
            addresses: rows.flatMap((row) => {
              const address = values[`address${row}`]?.trim();
              return address ? [{ channel: values[`channel${row}`] || usual, address }] : [];
            }),
            confirmed: values.confirmed,
            ...(values.confirmed && { consent: { wording: values.wording } }),
          }),
    });
  const { onSubmit, busy, field, refuse, watch } = useCheckedForm<Values, ContactForm>({
    defaults,
    check,
    submit: async (form, { notSaved }) => {
      setFailed(null);
      try {
        onSaved(await save(form));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notSaved();
        if (error.code === 'contact_exists' && error.message.includes('external'))
          refuse('externalId', error.message);
        else setFailed(error.message);
      }
    },
  });
  return (
    <form
      noValidate
      aria-label={contact ? 'Change contact' : 'Add contact'}
      className="max-w-180"
      onSubmit={(event) => void onSubmit(event)}
    >
      <Changes says className="grid items-start gap-5 sm:grid-cols-2">
        {isMember ? null : (
          <div className="sm:col-span-2">
            <TextField label="Name" autoComplete="off" maxLength={200} {...field('name')} />
          </div>
        )}
        {isMember
          ? null
          : rows.map((row, at) => (
              <div key={row} className="flex items-start gap-2 sm:col-span-2">
                {isIssued(row) ? (
                  <p className="min-w-0 grow py-2.5 text-sm wrap-anywhere text-ink-2">{issuedWords(row)}</p>
                ) : null}
                {channels.length > 1 && !isIssued(row) ? (
                  <div className="w-36 shrink-0">
                    <Select
                      label="Channel"
                      options={channels.map(({ kind, title }) => ({ value: kind, label: title }))}
                      {...field(`channel${row}`)}
                    />
                  </div>
                ) : null}
                <div className={cx('min-w-0 grow', isIssued(row) && 'hidden')}>
                  <TextField
                    label={channels.length === 1 ? (channels[0]?.label ?? 'Address') : 'Address'}
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={320}
                    placeholder={channels.length === 1 ? channels[0]?.placeholder : undefined}
                    {...field(`address${row}`)}
                  />
                </div>
                {rows.length > 1 ? (
                  <Button
                    variant="quiet"
                    size="icon"
                    className={cx('shrink-0', !isIssued(row) && 'mt-7')}
                    aria-label={`Remove address ${at + 1}`}
                    onClick={() => setRows(rows.filter((each) => each !== row))}
                  >
                    <X size={16} aria-hidden="true" />
                  </Button>
                ) : null}
              </div>
            ))}
        {isMember ? null : (
          <p className="-mt-2 sm:col-span-2">
            <Button size="sm" variant="quiet" onClick={() => setRows([...rows, Math.max(-1, ...rows) + 1])}>
              <Plus size={16} aria-hidden="true" />
              Another address
            </Button>
          </p>
        )}
        <div className="sm:col-span-2">
          <TextField
            label="Tags"
            autoComplete="off"
            autoCapitalize="none"
            hint="Separate them with commas. Write symbol:SPX or topic:earnings for what they want to hear about."
            {...field('tags')}
          />
        </div>
        <TextField
          label="Language"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="en"
          maxLength={35}
          {...field('language')}
        />
        <TextField
          label="Country"
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="US"
          maxLength={2}
          {...field('country')}
        />
        <TextField
          label="Time zone"
          autoComplete="off"
          spellCheck={false}
          placeholder="America/New_York"
          maxLength={64}
          {...field('timeZone')}
        />
        <TextField
          label="External ID"
          hint="Your own ID of this person."
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          {...field('externalId')}
        />
        {isMember ? null : (
          <div className="sm:col-span-2">
            <Checkbox
              label="This person agreed to get alerts at these addresses"
              hint="Without consent, an address gets nothing until the person confirms it."
              {...field('confirmed')}
            />
          </div>
        )}
        {!isMember && watch('confirmed') ? (
          <div className="sm:col-span-2">
            <TextField
              label="What they agreed to"
              hint="Optional. The sentence as they saw it, kept with the consent."
              autoComplete="off"
              maxLength={2000}
              {...field('wording')}
            />
          </div>
        ) : null}
        {failed === null ? null : (
          <p role="alert" className="text-sm text-fault sm:col-span-2">
            {failed}
          </p>
        )}
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Saving...' : contact ? 'Save' : 'Add contact'}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </p>
      </Changes>
    </form>
  );
}
