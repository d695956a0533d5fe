import { resolutionFormSchema } from '#src/shared/delivery-log.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ResolutionForm = component({
  name: 'ResolutionForm',
  schema: resolutionFormSchema,
  fields: {
    as: '`arrived`: it was delivered. `lost`: it wasn’t, and isn’t sent again. `send_again`: sends it again; if the first one arrived, it’s there twice. Refused once an update or correction of the alert was approved.',
  },
});

export const RESOLUTIONS = endpoints('Alerts', {
  resolve: {
    method: 'post',
    path: '/deliveries/{id}/resolution',
    needs: 'alerts:write',
    tells: ['alerts'],
    summary: 'Settle a delivery of unknown outcome',
    description:
      'For a delivery that is `unknown`: set its outcome, or send it again. Recorded with the attempt, in the ledger and in the activity log, under your name.',
    params: { id: 'The id of the delivery.' },
    body: { schema: ResolutionForm, required: true },
    answer: { status: 204, says: 'The delivery is settled.' },
    errors: ['bad_json', 'validation_failed', 'not_found', 'delivery_superseded'],
    example: { params: { id: '$UNKNOWN_DELIVERY_ID' }, body: { as: 'arrived' } },
  },
});
