import { endpoints } from '../../contract/endpoint.ts';

export const ERASURE = endpoints('People', {
  erase: {
    method: 'post',
    path: '/contacts/{id}/erase',
    needs: 'contacts:write',
    tells: ['contacts'],
    whileReadOnly: true,
    summary: 'Erase a contact',
    description:
      'For a person who asks to be forgotten. Removes their name, addresses, tags, lists, IP addresses and sign-ups, takes their address out of stored server answers, and destroys the key to them in the ledger. What was sent and all counts stay, without the person. Their addresses stay suppressed by a keyed hash, so an import doesn’t bring them back. This can’t be undone.',
    params: { id: 'The id of the contact.' },
    answer: { status: 204, says: 'The person is erased.' },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$CONTACT_ID' } },
  },
});
