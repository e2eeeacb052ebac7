/**
 * Keeps replicas in step. This package pulls from peers, answers their pulls, and holds the two
 * rules that keep every acknowledged record.
 *
 * <h2>How</h2>
 *
 * A frontend sends every record to all replicas of its partition, so nearly always a replica has
 * the records of its peers. For each peer node one {@link io.aumbry.server.replication.PeerPuller}
 * asks for summaries of the records that follow its tokens. One request covers all shared
 * partitions, and a summary has a few dozen bytes. The peer answers when it has some. A record that
 * a summary names and that is missing here is mostly on its way from the frontend. The puller looks
 * for it again after 3 ms, 9 ms and so on. If it is still missing after the grace period, the
 * puller fetches the bytes on the peer's disk, and appends them.
 *
 * <p>A token moves when all records up to it are durable here, so a lost or old token costs time
 * and nothing else. The next pull tells the peer the new tokens. It is sent at once if the last one
 * was some time ago, so that peers learn within milliseconds which records are safe here ({@link
 * io.aumbry.server.replication.ConfirmationTimes}). A record that came from one peer is new to the
 * next peer that asks here. Records therefore spread even when not all replicas can reach each
 * other.
 *
 * <p><b>Stretches.</b> A replica that is not complete may lack nearly all records. While it lacks
 * every record that the summaries of a peer in its data centre name, the peer sends the records
 * that follow without summaries: {@link io.aumbry.server.replication.Stretches}. These are the
 * records that summaries would name, and the token moves as far as they were appended, under the
 * opening of the store that was asked. A token therefore proves the same as otherwise. After 64 MiB
 * the peer sends summaries again, since another peer may have brought the rest. A puller takes one
 * replica at a time in this way, so that several peers bring several replicas.
 *
 * <h2>Between data centres</h2>
 *
 * Within a data centre each replica pulls from every other one. Between two data centres the leader
 * here pulls from the leader there, and the other replicas get the records from their leader, so
 * each record crosses once. {@link io.aumbry.server.replication.Speakers} chooses the replicas that
 * pull while there is no leader, or more than one. A missing record is fetched at once, since
 * frontends send records to their own data centre.
 *
 * <p><b>A peer that does not answer</b> here for the time of a roll call, although its node is live
 * for the coordinator, is replaced by another replica of its data centre. Roll calls tell it how
 * far its store is here until it answers one; see {@link io.aumbry.server.replication.Reach}. A
 * request that is given up in favour of another one proves no silence, and neither does a request
 * that follows a long silence.
 *
 * <p><b>Stores that are not pulled.</b> An answer that reaches the end of its store also states how
 * far the answering replica has the stores in other data centres than the asker's: for each store
 * its uuid and the number up to which it has all records. A replica that then has all records of
 * the answering store has those records as well, and moves its tokens for those stores ({@code
 * ReplicaProgress.adopt}). It passes these tokens on in turn. So a replica that becomes leader,
 * here or there, continues where the former leader was. To see that this is sound, let x be the
 * answering store, and let it state that it has store s up to n.
 *
 * <ul>
 *   <li>The statement is read before the end e of x is, and a store shows a record to its peers
 *       before its index knows of it. When x made the statement, the effect of each record of s up
 *       to n was therefore in x, by records of x up to e.
 *   <li>A replica that has all of x up to e has these effects: the state of a blob is a merge,
 *       which only grows. Compaction drops from x only records that no replica needs any more, or
 *       that all had acknowledged.
 *   <li><b>Damage at x</b> hides nothing. A replica that follows a log does not pass over a damaged
 *       record before the record is there once more, with a number up to a later e. Tokens of x
 *       that are in doubt because of damage there are left out until x has pulled again.
 *   <li><b>Damage here</b>: then it proves nothing that all of x was here once. Only records that
 *       were pulled from x since the damage was found count, as for x itself.
 *   <li>A <b>store that was replaced</b> has another uuid, so statements about the old store match
 *       no token. Statements about another opening of a store match none either, see below.
 *   <li>A replica that <b>bootstraps or leaves</b> may state less than others, but nothing wrong.
 * </ul>
 *
 * The statements are bounded by the replicas that the view lists for the partition, and by the size
 * of the header of an answer. The rest comes with a later answer.
 *
 * <p><b>The roll call.</b> About every 10 s a replica calls each replica in another data centre
 * that it does not pull from. It tells that peer how far it has its store, and learns the uuid and
 * the end of that store. One request for each pair of nodes carries this, without any record. All
 * replicas thus learn all acknowledgements, the lag of each pair is known, and statements about a
 * store find their token.
 *
 * <p><b>Newest first.</b> Records come in the order of the store from which they come, the oldest
 * first. If the configuration wants the newest first, and a store in another data centre is far
 * ahead of its token T, the puller keeps a {@link io.aumbry.server.replica.HeadRange} beside the
 * token: all records behind S up to H are here. The range begins at the end of that store. It grows
 * upwards by new records, and otherwise downwards, a piece at a time. When S meets T, the token
 * moves to H. Nothing is lost by this:
 *
 * <ul>
 *   <li>Only the token is ever told, noted or passed on. Acknowledgements, proofs and compaction do
 *       not depend on a head range. Pulls for it have a form that makes no statement ({@code
 *       Pull.Form.AHEAD}), and statements about third stores are not adopted from their answers.
 *       The roll call tells the peer the token during that time.
 *   <li>The move of the token to H has the same proof as each of its steps. Each record up to H was
 *       asked for, and was here afterwards, or the peer had dropped or lost it in ways that a token
 *       passes too. A record that was written once more with a later number is behind H, or was in
 *       the range. A pull that reaches the end comes only afterwards, and then its statements are
 *       adopted.
 *   <li>The range is kept in memory only. It is given up when the peer has another store or another
 *       opening of it, and when damage is found here: a range from before the damage must not be
 *       combined with later proofs of a third replica. It then begins again, which costs summaries
 *       and no record.
 *   <li>A DELETE may come long before its PUT. This is always possible between data centres, since
 *       the state of a blob is a merge. No replica forgets the DELETE in that time: all must be in
 *       step for that, and this replica is not in step before S meets T.
 *   <li>If a piece cannot be had (damage there, no room here), the oldest records come first for a
 *       while, so that one bad record does not hold up the records behind it.
 * </ul>
 *
 * <h2>When a replica may answer for its partition</h2>
 *
 * The invariant: <b>a readable replica holds every record that it ever acknowledged</b>. Therefore
 * a "not found" is true if it comes from enough replicas to overlap every write quorum.
 *
 * <ul>
 *   <li>A store that has been complete once (its note on disk says so, and names this store) keeps
 *       the invariant through restarts, since records are durable before they are acknowledged and
 *       recovery drops none of them. It answers at once, and catches up at the same time.
 *   <li>Any other store waits until it has caught up with <b>every</b> other replica that the view
 *       lists in this data centre. It has caught up with a peer when it has all records that the
 *       peer had when it was first heard after this store was opened. Proof: let the replica have
 *       acknowledged record r in a former store, which is lost. If r was final, W of N replicas had
 *       acknowledged it. At least W - 1 &ge; 1 others therefore had it durably before. They still
 *       have it by the same invariant, or got it back by this rule. It is unknown which of them
 *       have r, so all are asked. After it has caught up with all of them, the new store has r.
 *       Records that it acknowledged after it was opened are in it anyway. One peer alone is not
 *       enough: with W = 2 of 3, r may be on the other one.
 *   <li>The view must list at least N - 1 others and this replica itself. Otherwise a view that has
 *       just begun to fill would meet the rule.
 *   <li>When <b>several stores were lost</b>, the others may not have all final records. A final
 *       record is missing in at most N - W replicas. If N - W + 1 of the others state that they
 *       have been complete, all final records are here. With fewer, the replica also waits until it
 *       has caught up with <b>every replica of every other data centre</b>, of which the view must
 *       list at least N each. Records that were lost here but had reached another data centre come
 *       back before any replica denies them. Records that had not reached one are lost.
 *   <li>The replicas of a <b>new cluster</b> therefore wait for each other over all data centres,
 *       in whatever order they start. A peer without records is caught up with when it is heard. No
 *       replica waits for another one to be complete, so they cannot wait in a circle. They also
 *       wait for a data centre that is in the configuration and was never started: durability goes
 *       before availability. A data centre that is added to a running cluster holds up nothing. The
 *       replicas that exist have been complete, and its own replicas catch up with them.
 *   <li>A peer that bootstraps or is empty counts like any other. It answers pulls with its
 *       records, and an empty one is caught up with at once. Three new nodes are therefore complete
 *       as soon as they have heard each other, without a fixed wait. Two nodes that lost their
 *       disks get all remaining records from the third and from each other.
 *   <li>A replica waits for a peer that is down, however long, because it may be the only one with
 *       r. In that time the replica takes writes, and answers for the blobs that it finds. It is
 *       complete when the peer is back, or when the coordinator has given the peer's place to
 *       another node.
 * </ul>
 *
 * The proof assumes that a PUT does not outlive the loss of one of its replicas and the start of
 * its new store: deadlines of PUTs are seconds.
 *
 * <h2>When a replica was away for too long</h2>
 *
 * A replica in the view holds compaction back: its peers forget no delete that it has not
 * acknowledged. A replica that was taken out of the cluster, or an old copy of a folder that was
 * put back, may hold blobs whose deletes all others have forgotten. {@link
 * io.aumbry.server.replica.Recency} keeps two times beside each store. The first is the time as of
 * which it was last <b>in step</b> with all replicas that the view listed, so that it had all of
 * their records. The second is the time up to which it <b>agreed</b> to forget deletes: all
 * replicas were in step as of then, by their own notes. Compaction acts on an {@link
 * io.aumbry.store.compaction.Agreement} only after both are noted durably. Each pull and each
 * answer tells peers both times. An outdated replica that is asked fails before it answers. A
 * replica that is not complete tells its peers that it was never in step.
 *
 * <p>The coordinator of each data centre records the <b>forget horizon</b> of each partition, see
 * {@link io.aumbry.protocol.cluster.HorizonRecord}. Compaction forgets nothing beyond it. Each
 * statement that replicas make, and the reason why it is sound in every state of a replica, is in
 * {@code docs/proofs/replication-statements.md}.
 *
 * <ul>
 *   <li>A replica is <b>outdated</b> when a peer agreed, or the horizon is, as of the time for
 *       which deletes are known after it was last in step, less an hour. Proof: let C lack a delete
 *       that peer P has forgotten. No replica accepted it before C was last in step, so it is not
 *       older than that but for clocks that differ. P forgets it when it is as old as deletes are
 *       known, an hour before the time that P noted.
 *   <li>An outdated replica fails and is set aside like a store that does not open ({@code
 *       rebuild}), when as many others as it has peers serve. Until then it is kept, and silent.
 *   <li>A replica is <b>in doubt</b> when its store is opened so late after it was last in step
 *       that it might be outdated by its own clock. It tells peers how it stands and asks them, but
 *       takes no request and gives no record. A replica that was open all the time is not in doubt,
 *       so the last replica that is left goes on to serve.
 *   <li><b>The horizon ends the doubt.</b> Proof: let P have forgotten a delete that C lacks, at an
 *       agreed time a. The horizon of P's data centre was on disk at a or later. The horizon of any
 *       other data centre was too: P takes the least of the times as of which all replicas are in
 *       step, and a replica in another data centre tells none that is later than its own horizon.
 *       So C, which reads the horizon of its data centre after that, is outdated by it.
 *   <li><b>Without a recorded horizon peers end the doubt.</b> It ends when others that make a
 *       write quorum with it have said that they forgot nothing that it lacks. Only a peer that is
 *       complete and not in doubt counts. Proof: a final delete is known to a write quorum, so C or
 *       one of these peers has acknowledged it, and a complete peer still knows it or has forgotten
 *       it by its note. An incomplete peer may have lost it together with a former store; a peer in
 *       doubt may have missed it as C has.
 *   <li>The doubt also ends when <b>all others</b> that the view lists in all data centres were
 *       heard, in whatever state, and none has agreed to forget more. Then no replica is left that
 *       could have. Otherwise the last copy and its empty peers would wait for each other.
 *   <li>A <b>whole cluster that was switched off</b> agreed to nothing in that time. Its replicas
 *       read their horizons and go on. Without a record they wait until all were heard.
 *   <li>A replica that is <b>away but in the view</b>, or takes no records since its disk is full,
 *       holds back the time to which all others agree, and the horizon of its data centre. It is
 *       not outdated when it comes back, however late. Bytes of blobs that ended earlier are freed,
 *       and their deletes stay known.
 *   <li>A <b>new</b> replica compares peers with the time when its store was made. When it is
 *       complete, it notes the latest time to which any peer had agreed. As its time in step it
 *       notes the latest one that a peer has said to be in step, with an end of its store up to
 *       which all records are here. If no peer has said one, no replica of this data centre was
 *       complete, and this replica has caught up with all others as of its opening. A store of
 *       which there is no note is new when it is empty. Otherwise it was never in step, unless it
 *       is complete and of a version that wrote no notes.
 *   <li>A <b>peer's clock that is ahead</b> by more than an hour is not listened to.
 *   <li>A replica that was <b>not yet complete</b> and was then taken out of the cluster has a PUT,
 *       but maybe not the older DELETE that came later in the log. It is outdated as if it had been
 *       in step when it was made. It may bring back a blob when it returns before that, and after
 *       that DELETE was forgotten. This requires a node that was replaced while it bootstrapped,
 *       and gets the same replica again.
 * </ul>
 *
 * <h2>When a store has lost its last records</h2>
 *
 * A store loses its last records when an older copy of it is put back, or when its disk has not
 * kept bytes that it had synced. The store then gives the numbers of the lost records to new
 * records, and peers must not confuse them. Each {@link
 * io.aumbry.protocol.message.NodeResponse.Pulled.Opening} of a store therefore has a name, and
 * states the record behind which it began. A token has the name of the opening under which it was
 * reached.
 *
 * <ul>
 *   <li>A token <b>stays valid</b> under a later opening if it is not beyond the record behind
 *       which that opening began. Otherwise the puller starts over, and is answered from the first
 *       record.
 *   <li>A store that is asked for the records behind a record that its opening did not have
 *       <b>learns</b> that it has lost records. It is then not complete, since it had acknowledged
 *       them. It fails, and is set aside like an outdated one. If too few others serve, it is
 *       opened again, without its tokens and the note that it is complete. Until all others have
 *       acknowledged the store as it is now, its openings begin where it had lost records, so that
 *       all start over.
 *   <li>Statements about <b>third stores</b>, and the proof that a store may go, hold for the
 *       opening that they name.
 *   <li>With several peers it is enough that one asks. Before that, for a moment after a start, the
 *       store may answer that it does not find lost records.
 * </ul>
 *
 * <h2>When the files of a replica may go</h2>
 *
 * The files go only when a full set of copies of the partition has confirmed, in one round, that
 * they are complete, stay (standby or leader), and hold every record of this very store up to its
 * last. A view that lists fewer replicas keeps the files. Earlier acknowledgements by pulls only
 * show when it is worth asking. {@link io.aumbry.server.replication.DropProof} asks, and {@link
 * io.aumbry.server.replication.Confirmations} answers. The cases:
 *
 * <ul>
 *   <li>A write arrives while the replica leaves: it is refused from INACTIVE on. The store is
 *       closed and opened again before the proof, so no write is under way and the last sequence
 *       number is final.
 *   <li>A peer lost its store since it acknowledged: its answer is about the store that it has now.
 *   <li>The peer leaves as well: it refuses. Two replicas that leave at once never both count on
 *       each other. Let A and B have stopped taking records at times a and b. A counts B only if B
 *       answered after a and had not left, so b &gt; a; B counts A only if a &gt; b. The last one
 *       to leave therefore counts only on replicas that have not left. The records of an earlier
 *       one are in all replicas on which it counted, and by the same rule in all on which those
 *       count.
 *   <li>The view is old: it only determines which replicas are asked.
 *   <li>A crash during the wait: the replica is still there, and the coordinator asks again or
 *       never does. A crash while files are removed: notes go first, and the folder is renamed
 *       before it is emptied, so the rest is a store that is not complete, or none.
 *   <li>The replica is wanted again before the proof: it opens the same store and catches up.
 * </ul>
 *
 * <h2>When a replica moves</h2>
 *
 * The new replica is there beside the {@code copies} old ones. It takes writes, and answers for
 * nothing until it has caught up with all of them. Its acknowledgement of a PUT counts, but each
 * replica beyond the copies raises the number of required acknowledgements by one: see {@link
 * io.aumbry.protocol.cluster.Partition#writeQuorumIn}.
 *
 * <h2>Agreements</h2>
 *
 * {@link io.aumbry.server.replication.Agreements} tells compaction up to which record all others
 * have the records of this store, and as of when this store has all of theirs. A replica in another
 * data centre counts like any other; the roll call reaches most of those. Acknowledgements of peers
 * are not kept through a restart: until all have pulled or called again, nothing is dropped.
 *
 * <h2>Bounds</h2>
 *
 * Each peer gets one request at a time, and one more while records of a peer in this data centre
 * are appended. {@link io.aumbry.server.replication.ReplicationConfig} and {@code ServerConfig}
 * bound the bytes of one answer, the bytes of all answers under way, the pulls that wait, and the
 * bytes a second from this data centre and from others. The last record of an answer may exceed its
 * bound, so that a large one gets through. A record that several peers have is fetched from one of
 * them at a time, separately for peers here and in other data centres, so that a slow link delays
 * nothing that is near. A peer that fails is asked again after 50 ms, and after twice the pause
 * each time up to 5 s, of which half is random.
 *
 * <p>Threads: a puller is a virtual thread of a carrier. {@link
 * io.aumbry.server.replication.TokenSaver} has a platform thread since it waits for disks. Threads
 * of the coordinator wait for the rules.
 */
@NullMarked
package io.aumbry.server.replication;

import org.jspecify.annotations.NullMarked;
