import { muteFormSchema, muteSchema, mutesSchema } from '#src/shared/mutes.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Mute = component({
  name: 'Mute',
  schema: muteSchema,
  fields: {
    target: 'The rule’s or brand’s id, or the symbol.',
    by: 'Who muted it: a member, an API key, or Bellwire, which suspends rules that trigger too often.',
    suspended:
      'For a rule that was suspended because it triggered too often for a symbol. Unmute it to resume it. Null: someone muted it.',
    until: 'When it ends. Null: until someone unmutes it.',
    timeZone: 'Time zone of that time.',
  },
});
const Mutes = component({ name: 'Mutes', schema: mutesSchema, holds: [Mute] });
const MuteForm = component({
  name: 'MuteForm',
  schema: muteFormSchema,
  fields: {
    target: 'The id of the rule or brand, or the symbol.',
    for: 'Snooze: one `hour`, until the next `morning` at 8:00, or until its market’s next `open`. Leave out `for` and `until` to mute it until someone unmutes it.',
    until: 'A wall-clock time and its time zone, at most a year ahead.',
    timeZone: 'For `morning`. Default: that of the default brand, or UTC.',
    reason: 'Shown in the account area.',
  },
});

export const MUTES = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/mutes',
    needs: 'alerts:read',
    demo: true,
    summary: 'List mutes',
    description: 'The rules, symbols and brands that are muted now, with who muted them and until when.',
    answer: { status: 200, says: 'What is muted.', schema: Mutes },
    example: {},
  },
  mute: {
    method: 'post',
    path: '/mutes',
    needs: 'alerts:mute',
    whileReadOnly: true,
    tells: ['rules'],
    summary: 'Mute a rule, a symbol or a brand',
    description:
      'Events are still recorded. Their alerts become `withheld` with the reason: nothing is sent, nothing waits for approval, and nothing counts against the plan. Alerts not sent yet aren’t sent either, except updates and corrections. If it’s already muted, the end changes.',
    body: { schema: MuteForm, required: true },
    answer: { status: 201, says: 'It’s muted.', schema: Mute },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { body: { kind: 'rule', target: '$RULE_ID', for: 'hour' } },
  },
  unmute: {
    method: 'delete',
    path: '/mutes/{id}',
    needs: 'alerts:mute',
    whileReadOnly: true,
    tells: ['rules'],
    summary: 'Unmute',
    description: 'Alerts for new events are sent again. Alerts that were withheld stay withheld.',
    params: { id: 'The id of the mute.' },
    answer: { status: 204, says: 'It’s no longer muted.' },
    errors: ['not_found'],
    example: { params: { id: '$MUTE_ID' } },
  },
});
