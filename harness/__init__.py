"""Reference agents, run on tasks in several planning modes and traced like any other agent.

    from planscope.harness.agent import run
    outcome = run(task, model, mode, tracer)

A *task* asks for something in a *world*, which has tools and validators; a *model* answers messages; a *mode* is the
loop with its way of planning; a *tracer* makes the spans. Needs the extra `planscope[harness]`.
"""
