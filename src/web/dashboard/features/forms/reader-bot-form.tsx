import { useQueryClient } from '@tanstack/react-query';
import {
  type ReaderBot,
  type ReaderBotForm as Form,
  readerBotFormSchema,
  type ReaderBots,
} from '#src/shared/reader-bots.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { ApiError } from '#src/web/lib/api/api.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { setReaderBot } from './queries.ts';

type Values = { brandId: string; connectionId: string; audienceId: string };

/** Chooses the bot that people subscribe to a brand with. */
export function ReaderBotForm({
  bot,
  brands,
  data: { connections, lists },
  onClose,
}: {
  bot: ReaderBot | null;
  brands: ReaderBots['brands'];
  data: ReaderBots;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const titleOf = useChannelTitle();
  const { onSubmit, busy, field } = useCheckedForm<Values, Form>({
    defaults: {
      brandId: bot?.brandId ?? brands[0]?.id ?? '',
      connectionId: bot?.connectionId ?? connections[0]?.id ?? '',
      audienceId: bot?.audienceId ?? lists[0]?.id ?? '',
    },
    check: (values) => checkBy(readerBotFormSchema, { ...values, audienceId: values.audienceId || null }),
    submit: async (wanted, { refuse }) => {
      try {
        const saved = await setReaderBot(wanted);
        toast({ title: 'People can subscribe', description: `${saved.brand}: ${saved.connection}` });
        await queries.invalidateQueries({ queryKey: ['contacts'] });
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse('connectionId', error.message);
      }
    },
  });
  return (
    <form
      noValidate
      aria-label="Bot that people subscribe with"
      className="mt-5 max-w-180"
      onSubmit={(event) => void onSubmit(event)}
    >
      <Changes says className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label="Brand"
          options={(bot ? brands.filter(({ id }) => id === bot.brandId) : brands).map(optionOf)}
          {...field('brandId')}
        />
        <Select
          label="Bot"
          options={connections.map(({ id, name, channel }) => ({
            value: id,
            label: name === titleOf(channel) ? name : `${name} (${titleOf(channel)})`,
          }))}
          {...field('connectionId')}
        />
        <Select
          label="List"
          hint="People who come by the brand’s link join it. Those of a sign-up form join the form’s list."
          options={[{ value: '', label: 'No list' }, ...lists.map(optionOf)]}
          {...field('audienceId')}
        />
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </p>
      </Changes>
    </form>
  );
}

const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
