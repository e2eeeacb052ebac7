/**
 * Keeps replicas in step: pulls from peers, answers their pulls, and holds the two rules that keep
 * every acknowledged record.
 *
 * <h2>How</h2>
 *
 * A frontend sends every record to all replicas of its partition, so nearly always a replica has
 * what its peers have. For each peer node one {@link io.aumbry.server.replication.PeerPuller} asks,
 * for all shared partitions in one request, for the summaries of the records that follow its
 * tokens: a few dozen bytes each. The peer answers when it has some. What a summary names and the
 * store here lacks is mostly on its way here, and looked for again after 3 ms, 9 ms and so on; what
 * is lacking even after a moment's grace is fetched, as the bytes on the peer's disk, and appended.
 * The next question says so, at once if the last one was some time ago, so that peers learn what is
 * safe here in a few milliseconds ({@link io.aumbry.server.replication.ConfirmationTimes}). A token
 * moves when all records up to it are durable here, so that a lost or old token costs time and
 * nothing else. A record that came from one peer is new to the next one that asks here, so records
 * spread even when not all replicas can reach each other.
 *
 * <p><b>Stretches.</b> A replica that is not complete may lack nearly all. While all that a peer of
 * its data centre tells of is lacking, what follows is sent without being told of: {@link
 * io.aumbry.server.replication.Stretches}. These are the records that summaries would tell of, and
 * the token goes as far as they were appended, under the opening of the store that was asked; so a
 * token proves the same as otherwise. After 64 MiB it is told of again, since another peer may have
 * brought the rest. A puller takes one replica at a time in this way, so that several peers bring
 * several of them.
 *
 * <h2>Between data centres</h2>
 *
 * Within a data centre each replica pulls from each other; between two the leader here pulls from
 * the leader there, and the others get it from their leader: each record crosses once. {@link
 * io.aumbry.server.replication.Speakers} says who that is while there is no leader, or more than
 * one. What is lacking is fetched at once, since frontends send records to their own data centre.
 *
 * <p><b>Who does not answer</b> here for the time of a roll call, though its node is live for the
 * coordinator, is replaced by another replica of its data centre, and is told how far it is had
 * until it answers that; see {@link io.aumbry.server.replication.Reach}. A request that is given up
 * for another one says nothing; so one that follows a long silence is not.
 *
 * <p><b>What is known of stores that are not pulled.</b> With an answer that reaches the end of its
 * store a replica says what it has of the stores in other data centres than the asker's: for each
 * its uuid and a number, up to which it has all. Who then has all records of the answering store
 * has those as well, and moves its tokens for them ({@code ReplicaProgress.adopt}), which it passes
 * on in turn. So a replica that becomes leader, here or there, goes on where the one before it was.
 * Why that is sound: let x be the answering store, and let it say that it has store s up to n.
 *
 * <ul>
 *   <li>What it says is read before the end e of x is, and a store shows a record to its peers
 *       before its index knows of it. So the effect of each record of s up to n was in x, by
 *       records of x up to e, when it said so.
 *   <li>Who has all of x up to e has these effects: the state of a blob is a merge, which only
 *       grows. Records that compaction has dropped from x are such as nobody needs any more, or as
 *       all had acknowledged.
 *   <li><b>Damage at x</b> hides nothing: who follows a log does not pass over a damaged record
 *       before it is there once more, with a number up to a later e. And tokens of x that are in
 *       doubt by damage there are left out, until it was pulled again.
 *   <li><b>Damage here</b>: that all of x was had once proves nothing then. Only what was pulled of
 *       x since the damage was found counts, as for x itself.
 *   <li>A <b>store that was replaced</b> has another uuid: what is said of the old one fits no
 *       token. Nor does what is said of another opening of a store: see below.
 *   <li>A replica that <b>bootstraps or leaves</b> may say less than others, and nothing wrong.
 * </ul>
 *
 * The numbers are bounded by the replicas that the view lists for the partition, and by what fits
 * the header of an answer: what does not comes with a later one.
 *
 * <p><b>The roll call.</b> About every 10 s a replica tells each one in another data centre that it
 * does not pull from how far it has its store, and hears which store that is and how far it goes:
 * one request for each pair of nodes, without any record. So the acknowledgements of all replicas
 * reach all, the lag of each pair is known, and what is said of a store finds its token.
 *
 * <p><b>Newest first.</b> Records come in the order of the store that they come from, the oldest
 * first. If the configuration wants the newest first, and a store in another data centre is far
 * ahead of its token T, the puller keeps a {@link io.aumbry.server.replica.HeadRange} beside it:
 * all records behind S up to H are here. It begins at the end of that store, grows upwards by what
 * is new and else downwards, a piece at a time; when S meets T, the token goes to H. Why nothing is
 * lost by that:
 *
 * <ul>
 *   <li>Only the token is ever told, noted or passed on: acknowledgements, proofs and what
 *       compaction goes by know nothing of a head range. Pulls for it are of a form that does not
 *       speak ({@code Pull.Form.AHEAD}), and what the peer has of others is not adopted from them.
 *       Meanwhile the roll call says how far the token is.
 *   <li>That the token may go to H has the same proof as each step of it: each record up to there
 *       was asked for, and was here afterwards, or had been dropped or lost by the peer in ways
 *       that a token passes too. What was written once more with a later number is behind H, or was
 *       in the range. Only then comes a pull that reaches the end, and with it what is adopted.
 *   <li>It is known in memory only. It is given up when the peer has another store or another
 *       opening of it, and when damage is found here: a range from before it does not count with
 *       what a third replica proves since. Then it is begun anew, which costs summaries and no
 *       record.
 *   <li>A DELETE may come long before its PUT, as between data centres it always might: the state
 *       of a blob is a merge. Nobody forgets the DELETE meanwhile, here or there: for that all must
 *       be in step, which this replica is not before S meets T.
 *   <li>Where a piece cannot be had (damage there, an older version, no room here), the oldest come
 *       first for a while, so that one bad record does not hold up what is on the other side of it.
 * </ul>
 *
 * <h2>When a replica may answer for its partition</h2>
 *
 * The invariant: <b>a readable replica holds every record that it ever acknowledged</b>. With it a
 * "not found" from as many replicas as overlap every write quorum is true.
 *
 * <ul>
 *   <li>A store that has been complete once (its note on disk says so, and names this store) keeps
 *       the invariant through restarts, since records are durable before they are acknowledged and
 *       recovery drops none of them. It answers at once, and catches up beside that.
 *   <li>Any other store waits until it has caught up with <b>every</b> other replica that the view
 *       lists in this data centre: has all that the peer had when it was first heard of after this
 *       store was open. Proof: let the replica have acknowledged record r in a former store, which
 *       is lost. If r was final, W of N replicas had acknowledged it, so at least W - 1 &ge; 1
 *       others had it durably before, and still have it by the same invariant or got it back by
 *       this rule. Which of them, nobody knows, so all are asked; having caught up with all of
 *       them, the new store has r. Records that are acknowledged after it was opened are in it by
 *       themselves. One peer alone is not enough: with W = 2 of 3, r may be on the other one.
 *   <li>The view must list at least N - 1 others and this replica itself, or the rule would be met
 *       by a view that has just begun to fill.
 *   <li>When <b>several stores were lost</b>, that is not all there was. A final record is lacking
 *       in at most N - W replicas; so if N - W + 1 of the others say that they have been complete,
 *       all that was final is here. With fewer the replica also waits until it has caught up with
 *       <b>every replica of every other data centre</b>, of which the view must list at least N
 *       each: what was lost here and had got there comes back before anybody says that it is not
 *       found. What had not got there is lost.
 *   <li>So the replicas of a <b>new cluster</b> wait for each other over all data centres, in
 *       whatever order they start; a peer that has nothing is caught up with when it is heard of,
 *       and nobody waits for another to be complete, so that they cannot wait in a circle. A data
 *       centre that is in the configuration and was never started is waited for: durability goes
 *       before availability. One that is added to a running cluster holds up nothing: the replicas
 *       there are have been complete, and its own catch up with them.
 *   <li>A peer that bootstraps itself, or is empty, counts like any other: it answers pulls with
 *       what it has, and an empty one is caught up with at once. So three new nodes are complete as
 *       soon as they have heard of each other, without waiting for any time to pass; and two that
 *       lost their disks get from the third, and from each other, all that is left.
 *   <li>A peer that is down is waited for, however long: nobody else may have r. The replica takes
 *       writes meanwhile and answers with blobs that it finds. It is complete when the peer is
 *       back, or when the coordinator has given the peer's place to another node.
 * </ul>
 *
 * The proof assumes that a put does not outlive the loss of one of its replicas and the start of
 * its new store: deadlines of puts are seconds.
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
 * io.aumbry.store.compaction.Agreement} only after both are noted durably. Peers are told the first
 * with each pull, and the second with each answer. A pull also tells the latest second time that
 * the asker knows of, so that an outdated replica fails before it answers. A replica that is not
 * complete tells its peers that it was never in step.
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
 *   <li>A <b>new</b> replica takes itself to be in step as of when its store was made. When it is
 *       complete, it notes the latest time to which any peer had agreed. A store of which there is
 *       no note is new when it is empty. Otherwise it was never in step, unless it is complete and
 *       of a version that wrote no notes.
 *   <li>A <b>peer's clock that is ahead</b> by more than an hour is not listened to.
 *   <li>A replica that was <b>not yet complete</b> and was then taken out of the cluster has a PUT,
 *       but maybe not the older DELETE that came later in the log. It is outdated as if it had been
 *       in step when it was made. It may bring back a blob when it returns before that, and after
 *       that DELETE was forgotten. That takes a node that was replaced while it bootstrapped, and
 *       gets the same replica again.
 * </ul>
 *
 * <h2>When a store has lost its last records</h2>
 *
 * That is so when an older copy of it was put back, or its disk had not kept what it had synced. It
 * numbers new records like those that it lost, and its peers must not take one for the other. So
 * each {@link io.aumbry.protocol.message.NodeResponse.Pulled.Opening} of a store has a name and
 * says behind which record it began, and a token has the name of the opening under which it was
 * reached.
 *
 * <ul>
 *   <li>A token <b>goes on</b> under a later opening that did not begin before it. Else who pulls
 *       starts over, and is answered from the first record.
 *   <li>A store that is asked to go on behind a record which its opening did not have <b>learns</b>
 *       that it has lost records. It is then not complete, since it had acknowledged them; it
 *       fails, and is set aside as an outdated one. If too few others serve it is opened again,
 *       without its tokens and the note that it is complete; and until all others have said what
 *       they have of it as it is now, its openings begin where it had lost records, so that all
 *       start over.
 *   <li>What is said of <b>third stores</b>, and the proof that a store may go, count for the
 *       opening that they name.
 *   <li>With several peers it is enough that one asks. Till then, for a moment after a start, it
 *       may say that it does not find what it has lost.
 * </ul>
 *
 * <h2>When the files of a replica may go</h2>
 *
 * Only when so many others as a partition has copies have confirmed, in one round and when asked,
 * that they are complete, stay (standby or leader), and hold every record of this very store up to
 * its last. A view that lists fewer keeps the replica. What was acknowledged by pulls before says
 * only when it is worth to ask. {@link io.aumbry.server.replication.DropProof} asks, {@link
 * io.aumbry.server.replication.Confirmations} answers. The cases:
 *
 * <ul>
 *   <li>A write arrives while the replica leaves: it is refused from INACTIVE on, and the store is
 *       closed and opened anew before the proof, so that none is under way and the last sequence
 *       number is final.
 *   <li>A peer lost its store since it acknowledged: its answer is about the store it has now.
 *   <li>The peer leaves as well: it refuses. Two that leave at once never both count on each other:
 *       let A and B have stopped taking records at times a and b. A counts B only if B answered
 *       after a and had not left, so b &gt; a; B counts A only if a &gt; b. So the last one to
 *       leave counts only on replicas that have not left, and what an earlier one had is in all it
 *       counted on, and by the same rule in all that those count on.
 *   <li>The view is old: it only says whom to ask.
 *   <li>A crash while it waits: the replica is still there, and the coordinator asks again or never
 *       does. A crash while files go: notes go first, and the folder is renamed before it is
 *       emptied, so what is left is a store that is not complete, or none.
 *   <li>It is wanted again before the proof: it opens the same store and catches up.
 * </ul>
 *
 * <h2>When a replica moves</h2>
 *
 * The new one is there beside the {@code copies} old ones, takes writes, and answers for nothing
 * until it has caught up with all of them. Its acknowledgement of a put counts, but while there are
 * more replicas than copies it takes as many more of them: see {@link
 * io.aumbry.protocol.cluster.Partition#writeQuorumIn}.
 *
 * <h2>What all replicas agree on</h2>
 *
 * {@link io.aumbry.server.replication.Agreements} tells compaction up to which record all others
 * have what is here, and since when nothing of theirs is unknown here. A replica in another data
 * centre counts like any other; most of those are heard in the roll call. What a peer acknowledged
 * is not kept through a restart: until all have pulled or called again, nothing is dropped.
 *
 * <h2>Bounds</h2>
 *
 * One request at a time to each peer, and one more while records of one that is near are appended;
 * bytes of one answer, bytes of all answers under way, and pulls that wait, bytes a second from
 * near and from far, see {@link io.aumbry.server.replication.ReplicationConfig} and {@code
 * ServerConfig}. The last record of an answer may go beyond its bound, so that a large one gets
 * through. What several peers have is fetched from one of them at a time, of those here and of
 * those in other data centres each, so that a slow link keeps nothing waiting that is near. A peer
 * that fails is asked again after 50 ms, twice as long each time up to 5 s, half of it by chance.
 *
 * <p>Threads: a puller is a virtual thread of a carrier; {@link
 * io.aumbry.server.replication.TokenSaver} has a platform thread since it waits for disks; rules
 * are waited for on threads of the coordinator.
 */
@NullMarked
package io.aumbry.server.replication;

import org.jspecify.annotations.NullMarked;
