import { COMMENT, commentFormSchema, commentSchema, commentsSchema } from '#src/shared/comments.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Comment = component({
  name: 'Comment',
  schema: commentSchema,
  fields: {
    author: 'By the name of now. `userId` is null for a former member.',
    parts: 'Plain text, and members whom it mentions. Empty once it’s withdrawn.',
    withdrawnAt: 'Null unless its author withdrew it.',
  },
});
const Comments = component({ name: 'Comments', schema: commentsSchema, holds: [Comment] });
const CommentForm = component({
  name: 'CommentForm',
  schema: commentFormSchema,
  fields: {
    text: `1 to ${COMMENT.textMax.toLocaleString('en-US')} characters of plain text. \`@{id}\` with a member’s id mentions them, ${COMMENT.mentionsMax} at most.`,
  },
});

const PARAMS = { id: 'The alert’s id.' };

export const COMMENTS = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/alerts/{id}/comments',
    needs: 'alerts:read',
    summary: 'List comments on an alert',
    description:
      'What members wrote to each other about an alert, the oldest first. Neither recipients nor client approvers see it.',
    params: PARAMS,
    answer: { status: 200, says: 'The comments.', schema: Comments },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  write: {
    method: 'post',
    path: '/alerts/{id}/comments',
    needs: 'self',
    tells: ['alerts', 'notifications'],
    summary: 'Comment on an alert',
    description: `Every member may. Each member it mentions gets a notification, and an email if they want it. Comments can’t be edited. They’re on the ledger. An alert has ${COMMENT.perAlert} at most, and a member writes ${COMMENT.perHour} an hour at most. API keys can’t comment.`,
    params: PARAMS,
    body: { schema: CommentForm, required: true },
    answer: { status: 201, says: 'The comment.', schema: Comment },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: { id: '$ALERT_ID' }, body: { text: 'Is this the close of Friday?' } },
  },
  withdraw: {
    method: 'delete',
    path: '/alerts/{id}/comments/{comment}',
    needs: 'self',
    tells: ['alerts'],
    summary: 'Withdraw a comment',
    description:
      'Its author takes the text out of view. That they withdrew it stays, and the ledger keeps what was written.',
    params: { ...PARAMS, comment: 'The comment’s id.' },
    answer: { status: 204, says: 'It’s withdrawn.' },
    errors: ['not_found', 'forbidden'],
    example: { params: { id: '$ALERT_ID', comment: '$COMMENT_ID' } },
  },
});
